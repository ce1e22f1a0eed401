// An interactor by testlib's conventions: `interactor INPUT OUTPUT [ANSWER]`, where INPUT holds one record.
// The program `grundy` is found by the variable GRUNDY, or on the path; the judge must let an interactor start
// another program.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <unistd.h>

int main(int argc, char *argv[]) {
    if (argc < 3) return 3;
    if (FILE *output = fopen(argv[2], "w")) fclose(output);
    const char *found = getenv("GRUNDY");
    std::string grundy = found ? found : "grundy", input = std::string("@") + argv[1];
    std::vector<std::string> words = {grundy, "interact", input, "--codes", "testlib", OPTIONS_OF_THE_COMMAND};
    std::vector<char *> arguments;
    for (auto &word : words) arguments.push_back(&word[0]);
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    perror(arguments[0]);
    return 3;
}
