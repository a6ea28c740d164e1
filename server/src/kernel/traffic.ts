/** The requests under way in this process. Background work yields to them. */
export interface Traffic {
  enter(nowMs: number): void
  leave(nowMs: number): void
  /** For how long no request has been under way. */
  calmMs(nowMs: number): number
}

/** How often other processes are notified of requests here. */
const reportEveryMs = 500

export function countTraffic(report: () => void = () => undefined): Traffic {
  let underWay = 0
  let reportedMs = -Infinity
  let lastLeftMs = -Infinity
  const reportNow = (nowMs: number) => {
    if (nowMs - reportedMs < reportEveryMs) return
    reportedMs = nowMs
    report()
  }
  return {
    enter(nowMs) {
      underWay += 1
      reportNow(nowMs) // Before the answer, so that other processes yield to this request.
    },
    leave(nowMs) {
      underWay -= 1
      lastLeftMs = nowMs
      reportNow(nowMs)
    },
    calmMs: (nowMs) => (underWay > 0 ? 0 : nowMs - lastLeftMs),
  }
}
