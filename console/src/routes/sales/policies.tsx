import { SaleList } from './sale-list.tsx'

function Policies() {
  return <SaleList call="searchPolicies" />
}

export { Policies as page }
