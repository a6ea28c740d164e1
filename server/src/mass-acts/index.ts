export { massActs } from './carry-out.ts'
