import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BinderyError } from '@bindery/sdk'
import { openClient } from './api/client.ts'
import { Entrance } from './sign-in/entrance.tsx'
import { NoAccount } from './sign-in/no-account.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { Welcome, readLink } from './sign-in/welcome.tsx'
import { openWorld } from './open-world.tsx'
import { theme } from './theme.ts'
import { language } from './words/language.ts'
import { accountNameInPath, basePathOf, lastWorld, readWorld } from './world.ts'

document.documentElement.lang = language.get()
const root = createRoot(document.querySelector('#console') ?? document.body)

function show(content: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {content}
      </MantineProvider>
    </StrictMode>,
  )
}

/** Where somebody wanted to go before the sign-in; only to pages of ours. */
function wanted(): string {
  const to = new URLSearchParams(location.search).get('to') ?? ''
  return to.startsWith('/console/') ? to : '/console'
}

async function begin(): Promise<void> {
  const { pathname, search, hash } = location
  if (pathname === '/console/welcome') {
    // The secret of a link leaves the address at once, so that it is in no history.
    const link = readLink(hash)
    history.replaceState(null, '', '/console/welcome')
    const next = link?.kind === 'sign_in' ? '/console/me' : '/console'
    show(
      <Entrance>
        <Welcome link={link} onDone={() => void enter(next)} />
      </Entrance>,
    )
  } else if (pathname === '/console/sign-in') {
    show(
      <Entrance>
        <SignIn onDone={() => void enter(wanted())} />
      </Entrance>,
    )
  } else await enter(`${pathname}${search}`)
}

/** Opens a page for whoever is signed in: in its account and mode, or in those of the last visit. */
async function enter(to: string): Promise<void> {
  try {
    const me = await openClient.call('showMe')
    const world = readWorld(to) ?? firstWorld(me.accounts)
    if (world === null) return show(<NoAccount accounts={[]} />)
    const account = me.accounts.find((one) => accountNameInPath(one) === world.account)
    if (account === undefined) return show(<NoAccount accounts={me.accounts} />)
    const path = readWorld(to) === null ? `${basePathOf(world)}${to.slice('/console'.length)}` : to
    history.replaceState(null, '', path)
    return show(await openWorld(world, account.id))
  } catch (error) {
    if (!(error instanceof BinderyError) || error.status !== 401) throw error
    const back = to === '/console' ? '' : `?to=${encodeURIComponent(to)}`
    history.replaceState(null, '', `/console/sign-in${back}`)
    return begin()
  }
}

/** The one of the last visit, or else the test mode of the first account, where nothing can break. */
function firstWorld(accounts: Parameters<typeof NoAccount>[0]['accounts']) {
  const last = lastWorld()
  const [first] = accounts
  if (first === undefined) return null
  const isOurs = accounts.some((one) => accountNameInPath(one) === last?.account)
  return last !== null && isOurs
    ? last
    : ({ mode: 'test', account: accountNameInPath(first) } as const)
}

void begin()
