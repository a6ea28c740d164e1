import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { hasAccounts } from '../identity/index.ts'
import { hasUsers } from '../people/index.ts'
import { demoSignInLink } from './demo-administrator.ts'
import { type DemoFile, readDemoFile } from './demo-file.ts'

/** What a person sees when the platform is up: where it is, the keys, and a line to try. */
export async function printBanner(
  deps: { readonly db: Database; readonly clock: Clock },
  config: { readonly dataDir: string; readonly publicUrl: string; readonly demo: boolean },
): Promise<void> {
  const demo = config.demo ? await readDemoFile(config.dataDir) : null
  const banner =
    demo === null
      ? bannerWithoutDemo(config.publicUrl, await firstSteps(deps.db))
      : demoBanner(demo, config.dataDir, await demoSignInLink(deps, config.publicUrl))
  process.stdout.write(banner)
}

function demoBanner(demo: DemoFile, dataDir: string, signIn: string | null): string {
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
    `  Console         ${signIn ?? `${demo.base_url}/console`}`,
    ...(signIn === null
      ? []
      : ['                  signs the administrator in, once, within an hour']),
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

/** What is missing before somebody can work with the platform. */
async function firstSteps(db: Database): Promise<string[]> {
  if (!(await hasAccounts(db))) {
    return [
      '  There are no accounts yet. Stop the server and create the first one, and its administrator:',
      '',
      'npm run create-account -- insurer northern-mutual "Northern Mutual"',
      'npm run create-user -- you@example.com northern-mutual',
      '',
    ]
  }
  if (await hasUsers(db)) return []
  return [
    '  Nobody can sign in yet. Stop the server and create the first person, with the key of the account:',
    '',
    'npm run create-user -- you@example.com northern-mutual',
    '',
  ]
}

function bannerWithoutDemo(publicUrl: string, steps: readonly string[]): string {
  const lines = [
    '',
    `  Bindery is running at ${publicUrl}`,
    '',
    `  API reference   ${publicUrl}/reference`,
    '',
  ]
  return `${[...lines, ...steps].join('\n')}\n`
}
