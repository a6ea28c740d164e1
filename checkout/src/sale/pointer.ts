/** The delay of browsers between the end of a touch and its click event. */
const clickMs = 350

/**
 * An error message that appears on leaving a field moves everything below it. A customer who leaves the
 * field by pressing a button would then release beside the button. So actions wait until the pointer
 * is up again and its click has been handled.
 */
export function openPointer() {
  let isDown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: (() => void)[] = []
  const down = () => {
    clearTimeout(timer)
    isDown = true
  }
  const end = () => {
    isDown = false
    const due = waiting
    waiting = []
    for (const act of due) act()
  }
  const endIn = (ms: number) => () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  const up = endIn(clickMs)
  const listened = { pointerdown: down, pointerup: up, pointercancel: up, click: endIn(0) }
  for (const [name, act] of Object.entries(listened)) addEventListener(name, act, true)
  return {
    afterwards(act: () => void): void {
      if (isDown) waiting.push(act)
      else act()
    },
    close(): void {
      clearTimeout(timer)
      for (const [name, act] of Object.entries(listened)) removeEventListener(name, act, true)
    },
  }
}
