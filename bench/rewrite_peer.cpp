// Impartial Clobber in plain C++, as a contestant writes it: the value of a board is the mex of those of its options, a
// board falls into parts of stones that touch, each cropped and kept by its text. Reads boards, one a line (`XO./.OX`),
// and prints the value of each.
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

typedef vector<string> Board;

static unordered_map<string, int> known;

static int value_of_part(const Board &board);

// The value of a board: the nim-sum of its parts.
static int value(Board board) {
    int rows = board.size(), cols = rows ? board[0].size() : 0, total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (board[i][j] == '.') continue;
            vector<pair<int, int>> stack{{i, j}}, cells;
            Board part(rows, string(cols, '.'));
            int top = i, bottom = i, left = j, right = j;
            bool has[2] = {false, false};
            part[i][j] = board[i][j], board[i][j] = '.';
            while (!stack.empty()) {
                auto [r, c] = stack.back();
                stack.pop_back();
                has[part[r][c] == 'X'] = true;
                top = min(top, r), bottom = max(bottom, r), left = min(left, c), right = max(right, c);
                const int down[] = {0, 0, 1, -1}, across[] = {1, -1, 0, 0};
                for (int d = 0; d < 4; d++) {
                    int y = r + down[d], x = c + across[d];
                    if (y < 0 || x < 0 || y >= rows || x >= cols || board[y][x] == '.') continue;
                    part[y][x] = board[y][x], board[y][x] = '.';
                    stack.push_back({y, x});
                }
            }
            if (!has[0] || !has[1]) continue;
            Board cropped;
            for (int r = top; r <= bottom; r++) cropped.push_back(part[r].substr(left, right - left + 1));
            total ^= value_of_part(cropped);
        }
    return total;
}

static int value_of_part(const Board &board) {
    string key;
    for (const string &row : board) key += row + '/';
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    int rows = board.size(), cols = board[0].size();
    vector<int> seen;
    const int down[] = {0, 0, 1, -1}, across[] = {1, -1, 0, 0};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            for (int d = 0; d < 4 && board[i][j] != '.'; d++) {
                int y = i + down[d], x = j + across[d];
                if (y < 0 || x < 0 || y >= rows || x >= cols) continue;
                if (board[y][x] == '.' || board[y][x] == board[i][j]) continue;
                Board next = board;
                next[y][x] = board[i][j], next[i][j] = '.';
                seen.push_back(value(next));
            }
    sort(seen.begin(), seen.end());
    int result = 0;
    for (int v : seen)
        if (v == result) result++;
    return known[key] = result;
}

int main() {
    string line;
    while (getline(cin, line)) {
        Board board;
        size_t at = 0;
        while (at <= line.size()) {
            size_t end = min(line.find('/', at), line.size());
            board.push_back(line.substr(at, end - at));
            at = end + 1;
        }
        known.clear();
        cout << value(board) << "\n";
    }
}
