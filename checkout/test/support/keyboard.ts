import type { Page } from 'playwright-core'

/** So many fields no step has. */
const tabsMax = 60

const focused = `(() => {
  const { id, name, type, className } =
    document.querySelector('bindery-checkout').shadowRoot.activeElement ?? {}
  return [type === 'radio' ? name : '', id, className]
})()`

/** Somebody who has no mouse. */
export function keyboardAt(page: Page) {
  const { keyboard } = page
  async function reach(target: string): Promise<void> {
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      const at = await page.evaluate<string[]>(focused)
      if (at.includes(target)) return
      await keyboard.press('Tab')
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
    async press(target: string, ...keys: readonly string[]) {
      await reach(target)
      for (const key of keys) await keyboard.press(key)
    },
  }
}
