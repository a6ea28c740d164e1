import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { found } from '../installation/founding.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { type Client, openClient } from '../load/client.ts'
import { type OpenShop, openShop } from '../load/open-shop.ts'
import { type WebhookReceiver, openWebhookReceiver } from '../load/webhook-receiver.ts'
import type { Random } from '../random.ts'
import { makeWebhook, untilBusy } from '../run-faults.ts'

/** The cells of the guide. */
export const cellNames = ['north', 'south'] as const
export type CellName = (typeof cellNames)[number]

/** An installation with accounts, keys and a database of its own. */
export interface Cell {
  readonly name: CellName
  readonly host: string
  readonly installation: Installation
  readonly ledger: Ledger
  readonly random: Random
  stop(): Promise<void>
}

/** A cell that sells, to customers who know only the proxy. */
export interface OpenCell extends Cell {
  readonly client: Client
  readonly shop: OpenShop
  readonly receiver: WebhookReceiver
}

export async function openCell(name: CellName, parent: string, random: Random): Promise<Cell> {
  const folder = join(parent, name)
  await mkdir(folder, { recursive: true })
  const host = `${name}.example.com`
  const founding = await found(folder, { hasPlainLetters: true, sellsWithStripe: false })
  const env = { ...founding.env, PUBLIC_URL: `http://${host}`, TRUSTED_PROXIES: '127.0.0.1' }
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const installation = await openInstallation('apart', {
    folder,
    founding: { ...founding, env },
    ledger,
    isHurried: true,
  })
  const stop = async () => {
    await installation.stop()
    await ledger.close()
  }
  return { name, host, installation, ledger, random: random.fork(name), stop }
}

export async function openForBusiness(
  cell: Cell,
  proxy: string,
  options: { readonly customers: number; readonly pauseMs: number },
): Promise<OpenCell> {
  const { installation, ledger, random, host } = cell
  const receiver = await openWebhookReceiver(ledger, random.fork('receiver'))
  const [{ url }] = installation.servers
  const { secret } = installation.demo.insurer.test
  receiver.secret = await makeWebhook(url ?? '', secret, receiver.url)
  const client = openClient({ urls: [proxy], host, ledger, random: random.fork('ways') })
  const shop = await openShop({ ...options, ...cell, client, isPatient: false })
  await untilBusy(ledger)
  return { ...cell, client, shop, receiver }
}
