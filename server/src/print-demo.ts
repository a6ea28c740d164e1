import './fast-imports.ts'

const { readConfig } = await import('./config.ts')
const { readDemoFile } = await import('./demo/index.ts')

/** Prints what a shell needs to try the platform out: eval "$(npm run --silent demo)" */
const { dataDir } = readConfig()
const demo = await readDemoFile(dataDir)
const [first] = process.argv.slice(2)
const product = demo?.products[first ?? 'cyber'] ?? Object.values(demo?.products ?? {})[0]
if (demo === null || product === undefined) {
  process.stderr.write(`There is no demo in ${dataDir}. Start the platform first: npm start\n`)
  process.exit(1)
}
const variables = {
  BASE: demo.base_url,
  PUBLIC_KEY: demo.keys.test.public,
  SECRET_KEY: demo.keys.test.secret,
  ITEM: product.item_id,
  PLAN: product.subscription_plan_id,
  INTEGRATION: product.integration_id,
  QUOTE_DATA: JSON.stringify(product.quote),
  POLICY_DATA: JSON.stringify(product.policy['data']),
}
for (const [name, value] of Object.entries(variables)) {
  process.stdout.write(`${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`)
}
