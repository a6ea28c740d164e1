/** The requests that this process is answering. Work that nobody waits for goes by it. */
export interface Traffic {
  enter(): void
  leave(): void
  isBusy(): boolean
}

export function countTraffic(): Traffic {
  let underWay = 0
  return {
    enter: () => void (underWay += 1),
    leave: () => void (underWay -= 1),
    isBusy: () => underWay > 0,
  }
}
