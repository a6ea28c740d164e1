/** The requests that this process answers. Work that nobody waits for goes by it. */
export interface Traffic {
  enter(): void
  leave(nowMs: number): void
  /** For how long no request has been under way. */
  calmMs(nowMs: number): number
}

export function countTraffic(): Traffic {
  let underWay = 0
  let lastLeftMs = -Infinity
  return {
    enter: () => void (underWay += 1),
    leave(nowMs) {
      underWay -= 1
      lastLeftMs = nowMs
    },
    calmMs: (nowMs) => (underWay > 0 ? 0 : nowMs - lastLeftMs),
  }
}
