/** The requests that this process answers. Work that nobody waits for goes by it. */
export interface Traffic {
  enter(nowMs: number): void
  leave(nowMs: number): void
  /** For how long no request has been under way. */
  calmMs(nowMs: number): number
}

/** So often others are told that somebody is served here. */
const reportEveryMs = 500

export function countTraffic(tell: () => void = () => undefined): Traffic {
  let underWay = 0
  let reportedMs = -Infinity
  let lastLeftMs = -Infinity
  const reportNow = (nowMs: number) => {
    if (nowMs - reportedMs < reportEveryMs) return
    reportedMs = nowMs
    tell()
  }
  return {
    enter(nowMs) {
      underWay += 1
      reportNow(nowMs) // Before it is answered: it is this one that others would be in the way of.
    },
    leave(nowMs) {
      underWay -= 1
      lastLeftMs = nowMs
      reportNow(nowMs)
    },
    calmMs: (nowMs) => (underWay > 0 ? 0 : nowMs - lastLeftMs),
  }
}
