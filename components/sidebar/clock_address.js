// Puts what is missing of the clocks into the address, without a step of the history: nobody went anywhere.
export default function ({ data }) {
  const address = new URL(location.href);
  const missing = Object.entries(data.clocks).filter(([name, day]) => address.searchParams.get(name) !== day);
  if (!missing.length) return;
  for (const [name, day] of missing) address.searchParams.set(name, day);
  history.replaceState(history.state, "", address);
}
