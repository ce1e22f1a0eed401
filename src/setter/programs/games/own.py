import math


class Undefined(Exception):
    """What has no value: where it would be needed, there is no move."""


def tried(f, otherwise):
    try:
        return f()
    except (Undefined, ValueError, ZeroDivisionError):
        return otherwise


def stretch(low, high, step):
    if step < 1:
        raise Undefined
    return range(low, high + 1, step)


def united(sets):
    return sorted(set().union(*sets))


def quotient(a, b):
    return a // b


def remainder_of(a, b):
    return a % b


def shifted(a, by):
    return a << by if by >= 0 else a >> -by


def least(numbers):
    return min(numbers)


def greatest(numbers):
    return max(numbers)


def common(numbers):
    result = 0
    for n in numbers:
        result = math.gcd(result, n)
    return result


def power(a, b):
    if b < 0:
        raise Undefined
    return a ** b


def root(n):
    return math.isqrt(n)


def logarithm(n):
    if n < 1:
        raise Undefined
    return n.bit_length() - 1


def ones(n):
    if n < 0:
        raise Undefined
    return bin(n).count("1")


def lowbit(n):
    return n & -n


def digitsum(n):
    return sum(map(int, str(abs(n))))


def isprime(n):
    return int(n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)))


def issquare(n):
    return int(n >= 0 and math.isqrt(n) ** 2 == n)


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def primes(n):
    return [p for p in range(2, n + 1) if isprime(p)]


def grown(n, member):
    """The members of a rising sequence to n."""
    all_members, k = [], 1
    while member(k) <= n:
        all_members.append(member(k))
        k += 1
    return all_members


def squares(n):
    return grown(n, lambda k: k * k)


def cubes(n):
    return grown(n, lambda k: k ** 3)


def triangular(n):
    return grown(n, lambda k: k * (k + 1) // 2)


def factorials(n):
    return grown(n, math.factorial)


def fibonacci(n):
    all_members, a, b = [], 1, 2
    while a <= n:
        all_members.append(a)
        a, b = b, a + b
    return all_members


def powers(base, n):
    if base < 2:
        raise Undefined
    return grown(n, lambda k: base ** (k - 1))


def bits(n):
    if n < 0:
        raise Undefined
    return [k for k in range(n.bit_length()) if n >> k & 1]


def digits(n):
    return sorted(set(map(int, str(abs(n)))))


# THE RULE
def moves(r, position, named=False):
    if is_lost(position) or is_won(position) or is_drawn(position):
        return
    seen = set()
    for left in options(position):
        if left is not None and all(min(part) >= 0 and is_legal(part) for part in left):
            key = tuple(sorted(left))
            if key not in seen:
                seen.add(key)
                yield left, None
# THE END


def ended(r, state):
    """What play has ended with before its last move; none where it goes on."""
    if not state:
        return None
    position = state[0]
    if is_lost(position):
        return "LOSE"
    if is_won(position):
        return "WIN"
    return "DRAW" if is_drawn(position) else None
