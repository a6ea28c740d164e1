const counts = new Map<string, { drawn: number; accepted: number }>()

function count(act: string) {
  const counted = counts.get(act) ?? { drawn: 0, accepted: 0 }
  counts.set(act, counted)
  return counted
}

/** How often each act was drawn, and how often the platform carried it out. */
export const tally = {
  draw: (act: string) => void (count(act).drawn += 1),
  accept: (act: string) => void (count(act).accepted += 1),
  table: () =>
    [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([act, { drawn, accepted }]) => `${act}: ${accepted} of ${drawn}`)
      .join('\n'),
}
