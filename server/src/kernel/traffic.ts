/** The requests that this process answers. Work that nobody waits for goes by it. */
export interface Traffic {
  enter(nowMs: number): void
  leave(nowMs: number): void
  /** For how long no request has been under way. */
  calmMs(nowMs: number): number
}

/** So often others are told that somebody is served here. */
const tellEveryMs = 500

export function countTraffic(tell: () => void = () => undefined): Traffic {
  let underWay = 0
  let toldMs = -Infinity
  let lastLeftMs = -Infinity
  const tellNow = (nowMs: number) => {
    if (nowMs - toldMs < tellEveryMs) return
    toldMs = nowMs
    tell()
  }
  return {
    enter(nowMs) {
      underWay += 1
      tellNow(nowMs) // Before it is answered: it is this one that others would be in the way of.
    },
    leave(nowMs) {
      underWay -= 1
      lastLeftMs = nowMs
      tellNow(nowMs)
    },
    calmMs: (nowMs) => (underWay > 0 ? 0 : nowMs - lastLeftMs),
  }
}
