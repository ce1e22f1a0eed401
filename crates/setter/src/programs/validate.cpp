#include "testlib.h"
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef pair<unsigned long long, unsigned long long> Span;
typedef vector<unsigned long long> Numbers;

// A line of numbers, each within its bounds.
static inline Numbers line_of(const vector<Span> &bounds) {
    Numbers found;
    for (const Span &bound : bounds) {
        if (!found.empty()) inf.readSpace();
        found.push_back(inf.readUnsignedLong(bound.first, bound.second, "number"));
    }
    inf.readEoln();
    return found;
}

// A line of numbers after their count.
static inline void counted_line(Span count, Span bound) {
    for (auto n = inf.readUnsignedLong(count.first, count.second, "count"); n > 0; n--) {
        inf.readSpace();
        inf.readUnsignedLong(bound.first, bound.second, "number");
    }
    inf.readEoln();
}

static inline void row(unsigned long long width) {
    inf.readToken("[.#K2-9]{" + to_string(width) + "}", "row");
    inf.readEoln();
}

{% for name, span in limits|dictsort %}
static const Span {{ name|upper }}({{ span.min }}ull, {{ span.max }}ull);
{% endfor %}
static const char *GAME = {{ game|quoted }};
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
{% if form %}
{% include form ~ "/validate.cpp" %}
{% else %}
    // TODO: check the form of your own input here.
    while (!inf.eof()) inf.readLine();
{% endif %}
    inf.readEof();
}
