async (unpack, script, packed) => {
  try {
    const host = script.parentElement, bar = host.querySelector('.focal-sliders'), notes = host.querySelector('.focal-notes');
    const {sliders, first, charts, address} = JSON.parse(await unpack(packed));
    const at = [...first];
    const place = () => at.reduce((sum, place, k) => sum * sliders[k].values.length + place, 0);
    bar.replaceChildren();
    bar.style.cssText = 'display:flex;flex-wrap:wrap;gap:.4em 2em;padding:.3em .6em';
    const show = () => {
      const chart = charts[place()];
      if (chart) host.querySelector('.focal-live')?.paint(chart.live);
      const lines = chart ? chart.notes ?? [] : [address ? 'This chart is being drawn.' : 'The cell was interrupted before this chart was drawn.'];
      notes.replaceChildren(...lines.map(text => Object.assign(document.createElement('div'), {textContent: text})));
    };
    let report = () => {};
    sliders.forEach(({name, values}, k) => {
      const label = bar.appendChild(document.createElement('label'));
      label.style.cssText = 'display:flex;align-items:center;gap:.5em';
      const input = document.createElement('input'), value = document.createElement('span');
      Object.assign(input, {type: 'range', min: 0, max: values.length - 1, step: 1, value: at[k]});
      value.style.cssText = 'min-width:3em;font-variant-numeric:tabular-nums';
      value.textContent = values[at[k]];
      input.setAttribute('aria-label', name);
      input.oninput = () => {
        at[k] = Number(input.value);
        value.textContent = values[at[k]];
        report();
        show();
      };
      input.addEventListener('keydown', event => event.stopPropagation()); // not the notebook's shortcuts
      label.append(name, input, value);
    });
    // While the cell still draws, under GoNB, it learns where the sliders are, and sends
    // what they lack. GoNB opens another connection if the first fails, and what is sent
    // before a connection is open is lost, so a missing chart is asked for every second.
    let joined, rounds = 0;
    report = () => joined?.send(address, place());
    for (; address && host.isConnected; await new Promise(later => setTimeout(later, 100))) {
      if (++rounds % 10 === 0 && !charts[place()]) report();
      if (!globalThis.gonb_comm || joined === globalThis.gonb_comm) continue;
      joined = globalThis.gonb_comm;
      joined.subscribe(address, async (_, text) => {
        const chart = JSON.parse(await unpack(text));
        charts[chart.index] = chart;
        if (chart.index === place()) show();
      });
      report();
    }
  } catch (e) {
    console.warn('focal: sliders do not move:', e);
  }
}
