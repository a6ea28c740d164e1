import type { Page } from 'playwright-core'

/** So many fields no step has. */
const tabsMax = 60

const focused = `(() => {
  const { id, name, type, className } =
    document.querySelector('bindery-checkout').shadowRoot.activeElement ?? {}
  return [type === 'radio' ? name : '', id, className]
})()`

/** Whether the price that sticks to the lower edge lies over what has the focus (WCAG 2.4.11). */
const covered = `(() => {
  const root = document.querySelector('bindery-checkout').shadowRoot
  const panel = root.querySelector('.price-panel')
  const at = root.activeElement
  if (panel === null || at === null || panel.contains(at)) return ''
  const [a, b] = [(at.closest('.choice, .consent') ?? at), panel].map((one) => one.getBoundingClientRect())
  const isApart = a.bottom <= b.top || a.top >= b.bottom || a.right <= b.left || a.left >= b.right
  return isApart ? '' : at.id + ' ' + at.className + ' ' + a.bottom + ' > ' + b.top
})()`

/**
 * Takes what is marked in a list and removes the last letter of it, before the browser draws again: whatever
 * the page does after drawing comes after the second key. Answers what was taken.
 */
const takenInHaste = (id: string) => `(async () => {
  const input = document.querySelector('bindery-checkout').shadowRoot.getElementById('${id}')
  const press = { key: 'Enter', bubbles: true, cancelable: true }
  input.dispatchEvent(new KeyboardEvent('keydown', press))
  for (let turn = 0; turn < 20; turn++) await undefined
  const taken = input.value
  input.value = taken.slice(0, -1)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return taken
})()`

/** Somebody who has no mouse. */
export function keyboardAt(page: Page) {
  const { keyboard } = page
  async function reach(target: string): Promise<void> {
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      const at = await page.evaluate<string[]>(focused)
      if (at.includes(target)) return
      await keyboard.press('Tab')
      const behind = await page.evaluate<string>(covered)
      if (behind !== '') throw new Error(`the price covers what has the focus: ${behind}`)
    }
    throw new Error(`the keyboard does not reach ${target}`)
  }
  return {
    reach,
    async write(answers: Readonly<Record<string, string>>) {
      for (const [id, text] of Object.entries(answers)) {
        await reach(id)
        await keyboard.insertText(text)
      }
    },
    takeInHaste: (id: string) => page.evaluate<string>(takenInHaste(id)),
    async press(target: string, ...keys: readonly string[]) {
      await reach(target)
      for (const key of keys) await keyboard.press(key)
    },
  }
}
