// A click becomes a move of the list of legal ones, and is sent to Python.

const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

function render({ model, el }) {
  const root = make("div", "grundy-play");
  el.append(root);
  let selected = null;

  const send = (message) => {
    selected = null;
    model.send(message);
  };

  const board = ({ rows, cols, damaged, pieces }, moves) => {
    const key = ([row, col]) => `${row},${col}`;
    const holes = new Set(damaged.map(key));
    const counts = new Map();
    for (const piece of pieces) counts.set(key(piece), (counts.get(key(piece)) ?? 0) + 1);
    const targets = new Map();
    const movable = new Set();
    for (const move of moves) {
      const [, from, to] = move.match(/^\d+:([\d,]+)>([\d,]+)$/) ?? [];
      if (!from) continue;
      movable.add(from);
      if (from === selected && !targets.has(to)) targets.set(to, move);
    }
    const grid = make("div", "grundy-board");
    grid.style.gridTemplateColumns = `repeat(${cols}, 1fr)`;
    for (let row = 1; row <= rows; row++) {
      for (let col = 1; col <= cols; col++) {
        const place = `${row},${col}`;
        const cell = make("button", "grundy-cell");
        cell.type = "button";
        cell.dataset.cell = place;
        const count = counts.get(place) ?? 0;
        cell.setAttribute("aria-label", `cell ${place}${holes.has(place) ? ", damaged" : ""}${count ? `, pieces: ${count}` : ""}`);
        if (holes.has(place)) cell.classList.add("damaged");
        if (count) cell.textContent = count > 1 ? `♚${count}` : "♚";
        if (place === selected) cell.classList.add("selected");
        if (targets.has(place)) {
          cell.classList.add("target");
          cell.onclick = () => send({ move: targets.get(place) });
        } else if (movable.has(place)) {
          cell.classList.add("movable");
          cell.onclick = () => {
            selected = place === selected ? null : place;
            draw();
          };
        } else {
          cell.disabled = true;
        }
        grid.append(cell);
      }
    }
    return grid;
  };

  const heaps = (sizes, moves) => {
    const legal = new Set(moves);
    const all = make("div", "grundy-heaps");
    sizes.forEach((size, i) => {
      const heap = make("div", "grundy-heap");
      heap.append(make("span", "grundy-size", `${i + 1}: ${size}`));
      for (let left = 0; left < size; left++) {
        const move = `${i + 1}:${size}>${left}`;
        const token = make("button", "grundy-token");
        token.type = "button";
        token.dataset.move = move;
        token.setAttribute("aria-label", `leave ${left} in heap ${i + 1}`);
        token.disabled = !legal.has(move);
        token.onclick = () => send({ move });
        heap.append(token);
      }
      all.append(heap);
    });
    return all;
  };

  const list = (moves) => {
    const buttons = make("div", "grundy-moves");
    for (const move of moves.slice(0, 300)) {
      const button = make("button", "grundy-move", move);
      button.type = "button";
      button.dataset.move = move;
      button.onclick = () => send({ move });
      buttons.append(button);
    }
    return buttons;
  };

  const draw = () => {
    const state = model.get("state");
    const moves = state.moves ?? [];
    const parts = [make("code", "grundy-line", state.line)];
    if (state.board) parts.push(board(state.board, moves));
    else if (state.heaps) {
      parts.push(heaps(state.heaps, moves));
      // Splits have no token to click.
      parts.push(list(moves.filter((move) => move.includes("+"))));
    } else {
      if (state.picture) {
        // An image runs no script, whatever stands in it.
        const image = make("img", "grundy-picture");
        image.alt = state.line;
        image.src = `data:image/svg+xml;utf8,${encodeURIComponent(state.picture)}`;
        parts.push(image);
      }
      parts.push(list(moves));
    }
    const status = make("p", "grundy-status", state.status);
    status.setAttribute("role", "status");
    parts.push(status);
    const actions = make("div", "grundy-actions");
    for (const action of ["hint", "undo", "again"]) {
      const button = make("button", "", action);
      button.type = "button";
      button.dataset.action = action;
      button.onclick = () => send({ action });
      actions.append(button);
    }
    parts.push(actions);
    root.replaceChildren(...parts);
  };

  model.on("change:state", () => {
    selected = null;
    draw();
  });
  draw();
}

export default { render };
