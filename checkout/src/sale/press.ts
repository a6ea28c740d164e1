/**
 * What is said on leaving a field moves what stands below it. Whoever leaves one by pressing a button would
 * then let go beside the button: so nothing is said until the pointer is up again, and the click is through.
 */
export function openPress() {
  let isDown = false
  let waiting: (() => void)[] = []
  const down = () => {
    isDown = true
  }
  const up = () => {
    isDown = false
    setTimeout(() => {
      const due = waiting
      waiting = []
      for (const act of due) act()
    })
  }
  const ends = ['pointerup', 'pointercancel', 'blur'] as const
  addEventListener('pointerdown', down, true)
  for (const name of ends) addEventListener(name, up)
  return {
    afterwards(act: () => void): void {
      if (isDown) waiting.push(act)
      else act()
    },
    close(): void {
      removeEventListener('pointerdown', down, true)
      for (const name of ends) removeEventListener(name, up)
    },
  }
}
