Int = int


class Undefined(Exception):
    """A number or set that does not exist: a condition or move that needs it fails."""


def tried(f, otherwise):
    try:
        return f()
    except (Undefined, ValueError, ZeroDivisionError):
        return otherwise


def stretch(low, high):
    return range(low, high + 1)


def steps_of(low, high, step):
    if step < 1:
        raise Undefined
    return range(low, high + 1, step)


def listed(*numbers):
    return numbers


def united(*sets):
    return sorted(set().union(*sets))


def belongs(n, members):
    return n in members


def quotient_of(a, b):
    return a // b


def residue_of(a, b):
    return a % b


def shifted_of(a, by):
    return a << by if by >= 0 else a >> -by


min_of = min


max_of = max


abs_of = abs


gcd_of = math.gcd


sqrt_of = math.isqrt


def item_of(i, *numbers):
    if not 0 <= i < len(numbers):
        raise Undefined
    return numbers[i]


def pow_of(a, b):
    if b < 0:
        raise Undefined
    return a ** b


def log2_of(n):
    if n < 1:
        raise Undefined
    return n.bit_length() - 1


def popcount_of(n):
    return len(bits_of(n))


def lowbit_of(n):
    return n & -n


def digitsum_of(n):
    return sum(map(int, str(abs(n))))


def isprime_of(n):
    return int(n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)))


def issquare_of(n):
    return int(n >= 0 and math.isqrt(n) ** 2 == n)


def divisors_of(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def primes_of(n):
    return [p for p in range(2, n + 1) if isprime_of(p)]


def grown(n, member):
    """The members of a rising sequence to n."""
    members, k = [], 1
    while member(k) <= n:
        members.append(member(k))
        k += 1
    return members


def squares_of(n):
    return grown(n, lambda k: k * k)


def cubes_of(n):
    return grown(n, lambda k: k ** 3)


def triangular_of(n):
    return grown(n, lambda k: k * (k + 1) // 2)


def factorials_of(n):
    return grown(n, math.factorial)


def fibonacci_of(n):
    members, a, b = [], 1, 2
    while a <= n:
        members.append(a)
        a, b = b, a + b
    return members


def powers_of(base, n):
    if base < 2:
        raise Undefined
    return grown(n, lambda k: base ** (k - 1))


def bits_of(n):
    if n < 0:
        raise Undefined
    return [k for k in range(n.bit_length()) if n >> k & 1]


def digits_of(n):
    return sorted(set(map(int, str(abs(n)))))


{% macro tried(text, otherwise) %}
{{ "tried(lambda: " ~ text ~ ", " ~ otherwise ~ ")" if "_of(" in text else text }}
{%- endmacro %}
{% set fails = "_of(" in kinds|map(attribute="parts")|list|string %}
{% for name, condition in [("is_legal", legal), ("is_lost", lost), ("is_won", won), ("is_drawn", drawn)] if condition %}
def {{ name }}(position):
    {{ names|join(", ") }}, = position
    return {{ tried(condition, "False") }}


{% endfor %}
def options(position):
    """The positions that each move leaves{{ "; none for a move that does not exist" if fails }}."""
    {{ names|join(", ") }}, = position
{% for kind in kinds %}
{% for name, set in kind.qualifiers %}
{% if name %}
{{ "    " * loop.index }}for {{ name }} in {{ tried(set, "()") }}:
{% else %}
{{ "    " * loop.index }}if {{ tried(set, "False") }}:
{% endif %}
{% endfor %}
{% set left %}[{% for part in kind.parts %}{{ ", " if not loop.first }}({{ part|join(", ") }},){% endfor %}]{% endset %}
{{ "    " * (kind.qualifiers|length + 1) }}yield {{ tried(left, "None") }}
{% endfor %}


def moves(r, position, named=False):
{% set ends = [("LOSE", "is_lost", lost), ("WIN", "is_won", won), ("DRAW", "is_drawn", drawn)]|selectattr(2)|list %}
{% if ends %}
    if {% for _, name, _ in ends %}{{ " or " if not loop.first }}{{ name }}(position){% endfor %}:
        return
{% endif %}
    seen = set()
    for left in options(position):
        if {{ "left is not None and " if fails }}all(min(part) >= 0{{ " and is_legal(part)" if legal }} for part in left):
            key = tuple(sorted(left))
            if key not in seen:
                seen.add(key)
                yield left, None


def ended(r, state):
    """The outcome of a state that is over by its rule; none where play goes on."""
{% for outcome, name, _ in ends %}
    if state and {{ name }}(state[0]):
        return "{{ outcome }}"
{% endfor %}
    return None
