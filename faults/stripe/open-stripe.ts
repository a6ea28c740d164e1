import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AtStripe } from './at-stripe.ts'

/** Stripe in a process of its own, beside the installation. */
export interface StripeBeside {
  /** The settings by which the platform finds it. */
  readonly env: Readonly<Record<string, string>>
  /** Where its events go. */
  sendTo(urls: readonly string[]): Promise<void>
  /** The customer of a policy fills in the form, or confirms what the bank asks. */
  fillInForm(policyId: string): Promise<void>
  /** Nothing goes wrong any more, every customer finishes, every event is taken. */
  calmDown(): Promise<void>
  show(): Promise<AtStripe>
  stop(): Promise<void>
}

const timeoutSeconds = '2'

export async function openStripe(seed: number): Promise<StripeBeside> {
  const path = fileURLToPath(new URL('stripe-process.ts', import.meta.url))
  const child = spawn(process.execPath, [path, String(seed)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { api, control } = JSON.parse(line) as { readonly api: number; readonly control: number } // As it writes it.
  const order = async (order: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${control}/${order}`)
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  return {
    env: { STRIPE_ADDRESS: `http://127.0.0.1:${api}`, STRIPE_TIMEOUT_SECONDS: timeoutSeconds },
    sendTo: async (urls) =>
      void (await order(`hooks?${new URLSearchParams(urls.map((url) => ['url', url]))}`)),
    fillInForm: async (policyId) => void (await order(`form?policy=${policyId}`)),
    calmDown: async () => void (await order('calm')),
    show: async () => (await order('show')) as AtStripe, // As it shows it.
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
