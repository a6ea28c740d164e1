import { expect } from 'vitest'
import { type Story, barriersOn, isTooWide, pageOf } from '../support/stories.ts'

const focusedId = 'document.activeElement?.id ?? ""'

/** The page on which customers withdraw. */
export function withdrawalStories(story: Story): void {
  story('a customer withdraws by keyboard, confirms, and has a receipt', async (shop) => {
    const { context, page, foreign, complaints } = await shop.visit({ locale: 'de-DE' })
    const product = shop.platform.demo.products['bike']?.product_id ?? ''
    await page.goto(`${shop.url}/withdraw/${product}?mode=test`)
    await page.getByRole('heading', { name: 'Vertrag widerrufen' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    const { keyboard } = page
    const reach = async (id: string) => {
      for (let tabs = 0; tabs < 10; tabs++) {
        if ((await page.evaluate<string>(focusedId)) === id) return
        await keyboard.press('Tab')
      }
      throw new Error(`the keyboard does not reach ${id}`)
    }
    const write = async (answers: Readonly<Record<string, string>>) => {
      for (const [id, text] of Object.entries(answers)) {
        await reach(id)
        await keyboard.insertText(text)
      }
    }
    // What is missing is said, and the first of it has the focus.
    await reach('next')
    await keyboard.press('Enter')
    await page.getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor()
    expect(await page.evaluate(focusedId)).toBe('name')
    expect(await barriersOn(page)).toEqual([])
    await write({
      name: '<b>Robin</b> Muster',
      number: 'VELO-NOBODYS1',
      email: 'robin@example.com',
    })
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bitte prüfen und bestätigen' }).waitFor()
    expect(await page.getByText('<b>Robin</b> Muster').count()).toBe(1)
    expect(await barriersOn(page)).toEqual([])
    // Nothing is declared before the second step.
    const insurer = { authorization: `Bearer ${shop.platform.demo.insurer.test.secret}` }
    const received = async () =>
      (await shop.platform.app.inject({ url: '/manage/withdrawals', headers: insurer })).json<
        { id: string; name: string; language: string }[]
      >()
    expect(await received()).toEqual([])
    expect(await page.locator('#confirm').textContent()).toBe('Widerruf bestätigen')
    await reach('confirm')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' }).waitFor()
    await page.getByText('Eine Bestätigung geht an robin@example.com.').waitFor()
    const [declared, ...others] = await received()
    expect(others).toEqual([])
    expect(declared).toMatchObject({ name: '<b>Robin</b> Muster', language: 'de' })
    await page.getByText(declared?.id ?? '').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await isTooWide(page)).toBe(false)
    expect([foreign, complaints]).toEqual([[], []])
    await context.close()
  })

  story('the page is one click away from every step of a checkout', async (shop) => {
    const { context, page } = await shop.visit({ locale: 'de-DE' })
    await page.goto(pageOf(shop, 'cyber-formula'))
    const link = page.getByRole('link', { name: 'Vertrag widerrufen' })
    const opened = context.waitForEvent('page')
    await link.click()
    const withdrawal = await opened
    await withdrawal.getByRole('heading', { name: 'Vertrag widerrufen' }).waitFor()
    // This product sends no receipt by mail, and its page promises none.
    expect(await withdrawal.locator('#email-hint').textContent()).not.toContain('bestätigung')
    expect(withdrawal.url()).toMatch(/\/withdraw\/pr_\w+\?mode=test$/)
    await context.close()
  })

  story('the page that there is not says so, in the language of whoever reads it', async (shop) => {
    const { context, page } = await shop.visit({ locale: 'it-IT' })
    await page.goto(`${shop.url}/withdraw/pr_01b0acc58e20d4f7a1936c08b25e`)
    await page.getByText('Questa pagina non esiste.').waitFor()
    await context.close()
  })

  story(
    'where the server is away nothing is lost, and a second try is one withdrawal',
    async (shop) => {
      const { context, page } = await shop.visit({ locale: 'fr-FR' })
      const product = shop.platform.demo.products['bike']?.product_id ?? ''
      await page.goto(`${shop.url}/withdraw/${product}?mode=test`)
      await page.locator('#name').fill('Robin Exemple')
      await page.locator('#number').fill('VELO-NOBODYS2')
      await page.locator('#email').fill('robin@example.com')
      await page.locator('#next').click()
      // The server takes it, and nobody hears so.
      await page.route('**/withdrawals/**', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.locator('#confirm').click()
      await page.getByText('Le serveur est injoignable.').waitFor()
      await page.unroute('**/withdrawals/**')
      await page.getByRole('button', { name: 'Confirmer la rétractation' }).click()
      await page.getByRole('heading', { name: 'Nous avons reçu votre rétractation' }).waitFor()
      const headers = { authorization: `Bearer ${shop.platform.demo.insurer.test.secret}` }
      const found = await shop.platform.app.inject({ url: '/manage/withdrawals', headers })
      const numbers = found.json<{ policy_number: string }[]>().map((one) => one.policy_number)
      expect(numbers.filter((number) => number === 'VELO-NOBODYS2')).toHaveLength(1)
      await context.close()
    },
  )
}
