/** After a finger is up, browsers take their time until they tell of the click. */
const clickMs = 350

/**
 * What is said on leaving a field moves what stands below it. Whoever leaves one by pressing a button would
 * then let go beside the button: so nothing is said until the pointer is up again, and the click is through.
 */
export function openPress() {
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
