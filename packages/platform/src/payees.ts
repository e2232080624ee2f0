export { checkPayee, type PayeeIssue } from './payees/check-payee.ts'
export { describePayeeIssue, type PayeeFault } from './payees/describe-payee-issue.ts'
export { type PayeeSetting, setPayee } from './payees/set-payee.ts'
export { listPayees, type PayeeDetails, type PayeeMethod, payeeMethods } from './payees/store.ts'
