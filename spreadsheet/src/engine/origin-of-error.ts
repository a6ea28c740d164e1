/**
 * The step or cell where an error arose, rather than the output where it came out: follows the
 * same error back through what was used. There are no cycles, so that must end.
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
