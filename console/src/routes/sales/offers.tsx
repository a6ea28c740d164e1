import { SaleList } from './sale-list.tsx'

function Offers() {
  return <SaleList call="searchOffers" />
}

export { Offers as page }
