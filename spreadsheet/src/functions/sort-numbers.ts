/** Up to here, putting each number into its place is quicker than any cleverer way. */
const fewMax = 16

/** Sorts numbers in place. */
export function sortNumbers<N>(numbers: N[], compare: (a: N, b: N) => number): N[] {
  if (numbers.length > fewMax) return numbers.sort(compare)
  for (let at = 1; at < numbers.length; at++) {
    const moving = numbers[at]
    let to = at
    for (; to > 0; to--) {
      const before = numbers[to - 1]
      if (moving === undefined || before === undefined || compare(before, moving) <= 0) break
      numbers[to] = before
    }
    if (moving !== undefined) numbers[to] = moving
  }
  return numbers
}
