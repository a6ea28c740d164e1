/**
 * The step or cell where an error arose, not the output that shows it: follows the same error back
 * through the steps and cells that were used. This ends, because there are no cycles.
 */
export function originOfError<Node>(
  ended: Node,
  usedBy: (node: Node) => Iterable<Node>,
  hasSameError: (node: Node) => boolean,
): Node {
  let origin = ended
  for (;;) {
    const before = [...usedBy(origin)].find(hasSameError)
    if (before === undefined) return origin
    origin = before
  }
}
