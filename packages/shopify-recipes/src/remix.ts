// Both frameworks call an action alike.
export * from './react-router.ts'
