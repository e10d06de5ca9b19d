script => { // of a display and an output with the same drawings the older one is cleared
  const mine = script.parentElement, {kept, drawing} = mine.dataset;
  for (const other of document.querySelectorAll(`[data-kept="${kept}"]`)) {
    if (other.dataset.in === mine.dataset.in) continue;
    const older = Number(other.dataset.drawing) - Number(drawing) || (mine.dataset.in === 'output' ? -1 : 1);
    (older < 0 ? other : mine).replaceChildren();
  }
}
