async (unpack, script, packed) => {
  try {
    const host = script.parentElement, caption = host.querySelector('caption')?.textContent ?? '';
    const {columns, numeric, rows, keys, held} = JSON.parse(await unpack(packed));
    const size = 20, number = new Intl.NumberFormat('en-US');
    const key = (i, j) => keys[j] ? keys[j][i] : numeric[j] ? (rows[i][j] === '' ? null : parseFloat(rows[i][j].replace(/[,≥ ]/g, ''))) : rows[i][j] || null;
    let order = rows.map((_, i) => i), shown = order, page = 0, by = -1, down = false, words = '';
    const make = (tag, style, parent) => { const e = document.createElement(tag); e.style.cssText = style; parent?.append(e); return e; };
    const box = make('div', 'color:inherit');
    box.className = 'focal-table-live';
    if (caption) make('div', 'padding:.2em .6em', box).textContent = caption;
    const bar = make('div', 'display:flex;gap:.6em;align-items:center;padding:.2em .6em;flex-wrap:wrap', box);
    const plain = 'font:inherit;color:inherit;background:transparent;border:1px solid;border-radius:3px;padding:.1em .5em;opacity:.85';
    const filter = make('input', plain + ';width:14em', bar);
    filter.placeholder = 'filter rows';
    filter.setAttribute('aria-label', 'show only rows that have these words');
    const [back, on] = ['‹', '›'].map((text, k) => {
      const b = make('button', plain + ';cursor:pointer', bar);
      b.textContent = text;
      b.setAttribute('aria-label', k ? 'next page' : 'page before');
      b.onclick = () => { page += k ? 1 : -1; draw(); };
      return b;
    });
    const where = make('span', 'font-variant-numeric:tabular-nums', bar);
    const first = host.querySelector('table'), scroller = box.appendChild(first.parentElement);
    first.remove();
    const table = make('table', 'color:inherit;border-collapse:collapse', scroller);
    const head = make('tr', 'border-bottom:1px solid', make('thead', '', table)), body = make('tbody', '', table);
    const heads = columns.map((name, j) => {
      const h = make('th', `text-align:${numeric[j] ? 'right' : 'left'};padding:.2em .6em;cursor:pointer;white-space:nowrap`, head);
      h.tabIndex = 0;
      h.title = 'sort';
      h.onclick = () => { down = by === j && !down; by = j; sort(); };
      h.onkeydown = e => { if (e.key === 'Enter') h.onclick(); };
      return h;
    });
    const sort = () => {
      order = rows.map((_, i) => i);
      if (by >= 0) {
        const k = order.map(i => key(i, by));
        order.sort((a, b) => (k[a] === null) - (k[b] === null) // what is missing comes last
          || (down ? -1 : 1) * (typeof k[a] === 'number' ? k[a] - k[b] : String(k[a] ?? '').localeCompare(String(k[b] ?? ''), 'en', {numeric: true})) || a - b);
      }
      narrow();
    };
    const narrow = () => {
      const all = words.toLowerCase().split(/\s+/).filter(Boolean);
      shown = all.length ? order.filter(i => { const text = rows[i].join('\u0001').toLowerCase(); return all.every(w => text.includes(w)); }) : order;
      page = 0;
      draw();
    };
    const draw = () => {
      const last = Math.max(0, Math.ceil(shown.length / size) - 1);
      page = Math.min(Math.max(page, 0), last);
      heads.forEach((h, j) => { h.textContent = columns[j] + (j === by ? (down ? ' ▾' : ' ▴') : ''); });
      body.replaceChildren(...shown.slice(page * size, (page + 1) * size).map(i => {
        const r = document.createElement('tr');
        rows[i].forEach((text, j) => {
          make('td', numeric[j] ? 'text-align:right;padding:.2em .6em;font-variant-numeric:tabular-nums;white-space:nowrap' : 'text-align:left;padding:.2em .6em', r).textContent = text;
        });
        return r;
      }));
      back.disabled = page === 0;
      on.disabled = page === last;
      const n = v => number.format(v);
      where.textContent = (shown.length ? `${n(page * size + 1)} to ${n(Math.min((page + 1) * size, shown.length))} of ${n(shown.length)} rows` : 'no rows')
        + (shown.length < rows.length ? ` that have these words, of ${n(rows.length)}` : '')
        + (rows.length < held ? `; the notebook holds the first ${n(rows.length)} of ${n(held)} rows` : '');
    };
    filter.oninput = () => { words = filter.value; narrow(); };
    for (const e of [filter, back, on]) e.addEventListener('keydown', event => event.stopPropagation()); // not the notebook's shortcuts
    sort();
    [...host.children].filter(e => e !== script).forEach(e => e.remove());
    host.prepend(box);
  } catch (e) {
    console.warn('focal: a table has no pages:', e);
  }
}
