{% if interactive %}
// The interactor has judged already: every output that comes here is right.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    quitf(_ok, "played to the end");
}
{% else %}
// Compares the moves of a submission with all moves that reach the outcome: any of them is right.
#include "testlib.h"
#include <set>
#include <string>
using namespace std;

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    for (int number = 1; !ans.seekEof(); number++) {
        auto words = [](const string &line) {
            vector<string> all;
            string word;
            for (char c : line + " ") {
                if (c != ' ' && c != '\r') word += c;
                else if (!word.empty()) all.push_back(word), word.clear();
            }
            return all;
        };
        vector<string> answer = words(ans.readLine());
        if (ouf.seekEof()) quitf(_wa, "line %d is missing", number);
        vector<string> line = words(ouf.readLine());
        if (line.empty() || line[0] != answer[0]) quitf(_wa, "line %d: the outcome is %s", number, answer[0].c_str());
        if (answer.size() > 1 && line.size() == 1) quitf(_wa, "line %d: no move", number);
        set<string> right(answer.begin() + 1, answer.end());
        for (size_t i = 1; i < line.size(); i++)
            if (!right.count(line[i])) quitf(_wa, "line %d: this move does not reach it", number);
    }
    if (!ouf.seekEof()) quitf(_wa, "more lines than tests");
    quitf(_ok, "all right");
}
{% endif %}
