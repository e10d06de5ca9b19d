// Plays Focal's films: pictures of the states along a solution. A notebook holds
// this once; each film is a static strip followed by a script that queues it:
//
//   (window.focalFilms ??= []).push([document.currentScript, data])
//
// so the order in which outputs are rendered does not matter. Where this script
// never runs the strips stay.
((unpack, accent) => {
  if (window.focalFilms?.live) return;

  const make = (name, style, properties) => {
    const element = Object.assign(document.createElement(name), properties);
    element.style.cssText = style;
    return element;
  };

  // Texts that differ only in numbers have texts between them.
  const parts = text => text.split(/(-?(?:\d+\.?\d*|\.\d+))/); // the odd ones are numbers
  const between = (a, b) => {
    const p = parts(a), q = parts(b);
    if (b[0] === '#' || p.length !== q.length || q.some((s, i) => i % 2 === 0 && s !== p[i])) return null;
    return t => q.map((s, i) => i % 2 ? p[i] * (1 - t) + s * t : s).join('');
  };

  // The changes that lead from one picture to the next: what both have moves, what is new fades in.
  const changes = (before, after) => {
    const old = new Map([...before.querySelectorAll('[data-key]')].map(e => [e.dataset.key, e]));
    return [...after.querySelectorAll('[data-key]')].flatMap(e => {
      const was = old.get(e.dataset.key);
      if (!was) return [t => { e.style.opacity = t < 1 ? t : ''; }];
      return [...e.attributes].flatMap(({name, value}) => {
        const way = was.getAttribute(name) !== value && between(was.getAttribute(name) ?? '', value);
        return way ? [t => e.setAttribute(name, t < 1 ? way(t) : value)] : [];
      });
    });
  };

  const still = matchMedia('(prefers-reduced-motion: reduce)');

  const icons = {
    first: 'M2 3h2v10H2zM13 3v10L5 8z', back: 'M11 3L9 1 2 8l7 7 2-2-5-5z', play: 'M3 1v14l11-7z',
    pause: 'M3 2h4v12H3zM9 2h4v12H9z', step: 'M5 3l2-2 7 7-7 7-2-2 5-5z', last: 'M12 3h2v10h-2zM3 3v10l8-5z',
  };

  const build = (host, film) => {
    const last = film.states.length - 1;
    const parser = new DOMParser();
    const picture = i => document.importNode(parser.parseFromString(
      film.states[i].map(n => film.lines[n]).join('') + '</svg>', 'image/svg+xml').documentElement, true);

    const box = make('div', 'font:13px sans-serif', {className: 'focal-film'});
    const heading = make('div', 'font-weight:bold;margin:4px 0 8px', {textContent: film.title});
    const stage = make('div', `max-width:${film.width}px;fill:currentColor`);
    const says = make('div', 'min-height:1.3em;margin:2px 0;font-variant-numeric:tabular-nums');
    box.append(heading, stage, says);

    let at = -1, moving = 0, timer = 0;
    const show = (to, glide) => {
      const before = stage.firstElementChild, after = picture(to);
      after.style.cssText = 'display:block;width:100%;height:auto;max-height:85vh';
      after.setAttribute('role', 'img');
      const title = after.querySelector(':scope > title')?.textContent ?? '';
      after.setAttribute('aria-label', title || film.title);
      const steps = before && glide && !still.matches ? changes(before, after) : [];
      cancelAnimationFrame(moving);
      steps.forEach(change => change(0));
      stage.replaceChildren(after);
      at = to;
      if (steps.length) {
        const start = performance.now(), time = Math.min(280, 0.7 * pause);
        const frame = now => {
          const t = Math.min(1, Math.max(0, (now - start) / time));
          steps.forEach(change => change(t * t * (3 - 2 * t)));
          if (t < 1) moving = requestAnimationFrame(frame);
        };
        moving = requestAnimationFrame(frame);
      }
      const made = film.after[at];
      says.textContent = [made && `move ${made}: ${film.moves[made - 1]}`, title].filter(Boolean).join(' · ') || '\u00a0';
      refresh();
    };

    // A whole film takes about half a minute, a step neither too short nor too long to see.
    const pause = Math.min(800, Math.max(120, 30000 / last));
    const stop = () => { clearInterval(timer); timer = 0; refresh(); };
    const go = to => { stop(); if (to >= 0 && to <= last && to !== at) show(to, Math.abs(to - at) === 1); };
    const toggle = () => {
      if (timer) return stop();
      if (at === last) show(0, false);
      timer = setInterval(() => {
        if (!box.isConnected || at === last) return stop();
        show(at + 1, true);
        if (at === last) stop();
      }, pause);
      refresh();
    };

    let refresh = () => {};
    if (last > 0) {
      const bar = make('div', `display:flex;max-width:${Math.max(film.width, 360)}px;align-items:center;gap:2px;margin:6px 0 2px`);
      const button = (icon, label, act) => {
        const b = make('button', 'all:unset;cursor:pointer;width:26px;height:26px;flex:none;display:flex;align-items:center;justify-content:center;border-radius:4px');
        b.innerHTML = '<svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true"><path/></svg>';
        b.face = (icon, label) => { b.querySelector('path').setAttribute('d', icons[icon]); b.title = label; b.setAttribute('aria-label', label); };
        b.face(icon, label);
        b.onclick = act;
        b.onfocus = () => { if (b.matches(':focus-visible')) b.style.outline = `2px solid ${accent}`; };
        b.onblur = () => { b.style.outline = ''; };
        return b;
      };
      const slider = make('input', `flex:1;min-width:60px;margin:0 8px;accent-color:${accent}`, {type: 'range', min: 0, max: last, value: 0});
      slider.setAttribute('aria-label', 'move');
      slider.oninput = () => go(+slider.value);
      const count = make('span', 'font-variant-numeric:tabular-nums;white-space:nowrap');
      const ends = [button('first', 'start', () => go(0)), button('back', 'back', () => go(at - 1))];
      const player = button('play', 'play', toggle);
      const starts = [button('step', 'step', () => go(at + 1)), button('last', 'end', () => go(last))];
      bar.append(...ends, player, ...starts, slider, count);
      // The keys of the page, such as JupyterLab's, are not meant.
      bar.onkeydown = e => e.stopPropagation();
      stage.after(bar);
      refresh = () => {
        slider.value = at;
        slider.setAttribute('aria-valuetext', `${film.after[at]} of ${film.after[last]} moves`);
        count.textContent = `${film.after[at]} / ${film.after[last]}`;
        player.face(timer ? 'pause' : 'play', timer ? 'pause' : 'play');
        ends.forEach(b => { b.style.opacity = at === 0 ? 0.35 : 1; });
        starts.forEach(b => { b.style.opacity = at === last ? 0.35 : 1; });
      };
    }
    show(0, false);
    host.querySelector('img').replaceWith(box);
  };

  const draw = async ([script, data]) => {
    try {
      const host = script.parentElement;
      build(host, JSON.parse(await unpack(data)));
    } catch (e) {
      console.warn('focal: a film stays a picture:', e);
    }
  };

  const queued = window.focalFilms ?? [];
  window.focalFilms = {live: true, push: draw};
  queued.forEach(draw);
})
