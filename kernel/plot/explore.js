async (unpack, script, packed) => {
  try {
    const host = script.parentElement, bar = host.querySelector('.focal-sliders');
    const {sliders, first, charts} = JSON.parse(await unpack(packed));
    const at = [...first];
    bar.replaceChildren();
    bar.style.cssText = 'display:flex;flex-wrap:wrap;gap:.4em 2em;padding:.3em .6em';
    const show = () => {
      const chart = charts[at.reduce((sum, place, k) => sum * sliders[k].values.length + place, 0)];
      host.querySelector('.focal-live')?.paint(chart.live);
      host.querySelector('.focal-notes').replaceChildren(...(chart.notes ?? []).map(text => Object.assign(document.createElement('div'), {textContent: text})));
    };
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
        show();
      };
      input.addEventListener('keydown', event => event.stopPropagation()); // not the notebook's shortcuts
      label.append(name, input, value);
    });
  } catch (e) {
    console.warn('focal: sliders do not move:', e);
  }
}
