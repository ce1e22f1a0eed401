"""The server for agents, asked by a client of the protocol over standard input and output."""

import asyncio
import sys

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client  # noqa: E402


def called(*calls, options=()):
    """The results of these calls, each a tool and its arguments; the names of the tools come last."""

    async def run():
        command = StdioServerParameters(command=sys.executable, args=["-m", "grundy.mcp", *options])
        async with Client(stdio_client(command)) as client:
            results = [await client.call_tool(tool, arguments) for tool, arguments in calls]
            return [*results, {tool.name for tool in (await client.list_tools()).tools}]

    return asyncio.run(run())


def text(result):
    return "\n".join(part.text for part in result.content)


def test_the_tools_answer_as_the_program_does():
    solved, studied, explained, listed, one, names = called(
        ("solve", {"records": "nim: 3 4 5\nnim: x\n@k kayles: 5 9 ? grundy", "ask": "verdict moves"}),
        ("study", {"record": "rules [n] -> [n-k] for k in {1,3,4}: 20"}),
        ("explain", {"record": "nim: 3 4 5"}),
        ("games", {}),
        ("games", {"name": "kayles"}),
    )
    assert names == {"solve", "study", "explain", "games"}
    assert solved.structured_content["answers"] == ["WIN 1 | 1:3>1", "ERROR", "@k 0"]
    assert "`x` is not a number" in solved.structured_content["diagnostics"]
    assert "period" in text(studied).lower() and "7" in text(studied)
    assert "nim-sum" in text(explained)
    assert "wythoff" in text(listed)
    assert "form: kayles" in text(one)


def test_what_is_wrong_is_an_error_with_its_remedy():
    unknown, wrong, limited, _ = called(
        ("games", {"name": "kayle"}),
        ("study", {"record": "rules [n] -> [n-a[0]]: 3"}),
        ("solve", {"records": "mark: 10\noctal 0.007: 1000000 ? grundy"}),
        options=["--max-work", "100000", "--game", "mark [n] -> [n-1] | [n/2] if n > 0"],
    )
    assert unknown.is_error and "lists them" in text(unknown)
    assert wrong.is_error and "there is no list `a`" in text(wrong)
    assert limited.structured_content["answers"] == ["LOSE", "ERROR"]
    assert "no period of this game is known" in limited.structured_content["diagnostics"]
