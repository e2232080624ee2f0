export {
  buildPayout,
  buildTermsRules,
  type FakeMembership,
  type FakePayout,
  type FakeRecord,
  type FakeRecords,
  fakeIds,
} from './lib/testing/build-records.ts'
export { type FakeApiKeys, fakeApiKeys } from './lib/testing/fake-keys.ts'
export {
  createFakeService,
  type FakeService,
  type ReceivedRequest,
} from './lib/testing/fake-service.ts'
export type { FakeServiceOptions } from './lib/testing/fake-service-options.ts'
export { createFakeTime, type FakeTime, withFakeTime } from './lib/testing/fake-time.ts'
export {
  type RejectionOptions,
  type ResponseJson,
  responses,
  type ScriptContext,
  type ScriptedResponse,
} from './lib/testing/scripted-responses.ts'
