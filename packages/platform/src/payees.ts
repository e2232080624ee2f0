export { checkPayee, type PayeeIssue } from './payees/check-payee.ts'
export { insertPayee, listPayees, type PayeeDetails, type PayeeMethod, payeeMethods } from './payees/store.ts'
