// The interactor has judged already: every output that comes here is right.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    quitf(_ok, "played to the end");
}
