/** The requests that this process answers. Work that nobody waits for goes by it. */
export interface Traffic {
  enter(): void
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
  return {
    enter: () => void (underWay += 1),
    leave(nowMs) {
      underWay -= 1
      lastLeftMs = nowMs
      if (nowMs - toldMs < tellEveryMs) return
      toldMs = nowMs
      tell()
    },
    calmMs: (nowMs) => (underWay > 0 ? 0 : nowMs - lastLeftMs),
  }
}
