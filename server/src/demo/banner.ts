import type { Database } from '../database/index.ts'
import { hasAccounts } from '../identity/index.ts'
import { type DemoFile, readDemoFile } from './demo-file.ts'

/** What a person sees when the platform is up: where it is, the keys, and a line to try. */
export async function printBanner(
  deps: { readonly db: Database },
  config: { readonly dataDir: string; readonly publicUrl: string; readonly demo: boolean },
): Promise<void> {
  const demo = config.demo ? await readDemoFile(config.dataDir) : null
  const banner =
    demo === null
      ? bannerWithoutDemo(config.publicUrl, await hasAccounts(deps.db))
      : demoBanner(demo, config.dataDir)
  process.stdout.write(banner)
}

function demoBanner(demo: DemoFile, dataDir: string): string {
  const [name, product] =
    Object.entries(demo.products).find(([key]) => key === 'cyber') ??
    Object.entries(demo.products)[0] ??
    []
  const lines = [
    '',
    `  Bindery is running at ${demo.base_url}`,
    '',
    `  Demo shop       ${demo.base_url}/demo-shop`,
    `  API reference   ${demo.base_url}/reference`,
    '',
    '  Keys for test mode, in which no money moves:',
    `  Distributor     ${demo.keys.test.public}  public: for web pages, sells`,
    `                  ${demo.keys.test.secret}  secret: for its server, also reads and cancels`,
    `  Insurer         ${demo.insurer.test.secret}  secret: for /manage and the command line`,
    `  Live keys, other accounts, ids: ${dataDir}/demo.json`,
    '',
  ]
  if (product !== undefined) {
    const body = JSON.stringify({
      item_id: product.item_id,
      subscription_plan_id: product.subscription_plan_id,
      integration_id: product.integration_id,
      data: product.quote,
    })
    lines.push(
      `  Make a first quote for the product ${name}:`,
      '',
      `curl -s '${demo.base_url}/quotes?key=${demo.keys.test.public}' -H 'Accept: application/vnd.${demo.vendor}.v3+json' -H 'Content-Type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`,
      '',
    )
  }
  return `${lines.join('\n')}\n`
}

function bannerWithoutDemo(publicUrl: string, isInUse: boolean): string {
  const lines = [
    '',
    `  Bindery is running at ${publicUrl}`,
    '',
    `  API reference   ${publicUrl}/reference`,
    '',
  ]
  if (!isInUse) {
    lines.push(
      '  There are no accounts yet. Stop the server and create the first one:',
      '',
      'npm run create-account -- insurer northern-mutual "Northern Mutual"',
      '',
    )
  }
  return `${lines.join('\n')}\n`
}
