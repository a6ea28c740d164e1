import { Link } from '@tanstack/react-router'
import { Page } from '../../frame/page.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { homeWords } from './words.ts'

function Overview() {
  const words = useWords(homeWords)
  const { account } = useMe()
  const maySeeInvoices = useMay('invoices.read')
  return (
    <Page title={words.title}>
      <p className="quiet">{words.hint(account.name)}</p>
      {maySeeInvoices && (
        <p>
          <Link to="/invoices">{words.invoices}</Link>
        </p>
      )}
    </Page>
  )
}

export { Overview as page }
