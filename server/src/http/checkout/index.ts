import type { DemoFile } from '../../demo/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addCheckoutFiles } from './checkout-files.ts'
import { addCheckoutPage } from './checkout-page.ts'
import { addDemoShop } from './demo-shop.ts'
import { addPayPage } from './pay-page.ts'
import { addProductFiles } from './product-files.ts'
import { addSandboxBank } from './sandbox-bank.ts'
import { addWithdrawalPage } from './withdrawal-page.ts'

/** The hosted checkout, the scripts for other sites, the pages on which customers pay by a link and withdraw, the sandbox bank and the demo shop. */
export function addCheckout(app: App, deps: HttpDeps, demo: DemoFile | null): void {
  addCheckoutFiles(app)
  addCheckoutPage(app, deps)
  addPayPage(app)
  addProductFiles(app, deps)
  addSandboxBank(app, deps)
  addWithdrawalPage(app)
  if (demo !== null) addDemoShop(app, deps, demo)
}
