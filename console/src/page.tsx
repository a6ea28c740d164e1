import { render } from 'preact'
import { useState } from 'preact/hooks'
import { Home } from './views/home.tsx'
import { SignIn } from './views/sign-in.tsx'
import { Welcome, readLink } from './views/welcome.tsx'

type View = 'home' | 'sign-in' | 'welcome'

function viewOf(path: string): View {
  if (path.endsWith('/sign-in')) return 'sign-in'
  return path.endsWith('/welcome') ? 'welcome' : 'home'
}

/** The secret of a link leaves the address at once, so that it is in no history. */
const link = readLink(location.hash)

function Page() {
  const [view, setView] = useState(viewOf(location.pathname))
  const show = (next: View) => {
    history.replaceState(null, '', next === 'home' ? '/console' : `/console/${next}`)
    setView(next)
  }
  if (view === 'welcome') return <Welcome link={link} onDone={() => show('home')} />
  if (view === 'sign-in') return <SignIn onDone={() => show('home')} />
  return <Home onSignedOut={() => show('sign-in')} />
}

if (viewOf(location.pathname) === 'welcome') history.replaceState(null, '', '/console/welcome')
const main = document.querySelector('main')
if (main !== null) render(<Page />, main)
