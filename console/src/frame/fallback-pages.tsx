import { useWords } from '../words/language.ts'
import { Page } from './page.tsx'
import { Empty, Failed, Skeleton } from './states.tsx'
import { frameWords } from './words.ts'

/** While the file of a page is on its way. */
export function PendingPage() {
  return (
    <>
      <div className="bar" />
      <div className="content">
        <Skeleton />
      </div>
    </>
  )
}

export function MissingPage() {
  const words = useWords(frameWords)
  return (
    <Page title={words.missing}>
      <Empty title={words.missing}>{words.missingHint}</Empty>
    </Page>
  )
}

/** A page that broke while it was drawn, or whose file could not be loaded. */
export function BrokenPage({ error }: { readonly error: Error }) {
  const words = useWords(frameWords)
  return (
    <Page title={words.broken}>
      <Failed error={error} again={() => location.reload()} />
    </Page>
  )
}
