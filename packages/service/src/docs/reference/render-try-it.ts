import { escapeHtml } from '../html.ts'
import type { Operation, OperationPlace, Parameter } from './document.ts'

/** A form that sends the operation to this very service. The script shows it: without one it could send nothing. */
export function renderTryIt(operation: Operation, { method, path }: OperationPlace): string {
  const { operationId, security, parameters = [], requestBody } = operation
  const examples = Object.entries(requestBody?.content['application/json']?.examples ?? {})
  return [
    '<details class="try" hidden><summary>Try it</summary>',
    `<form data-method="${method}" data-path="${escapeHtml(path)}" aria-label="Try: ${escapeHtml(operation.summary)}">`,
    '<p>Sends a real request to this service.</p>',
    ...(security.length > 0 ? [renderKey(operationId)] : []),
    ...parameters.map((parameter) => renderParameter(operationId, parameter)),
    ...(requestBody === undefined ? [] : [renderBody(operationId, examples)]),
    '<button type="submit">Send</button>',
    '<div class="result" role="status"></div>',
    '</form></details>',
  ].join('\n')
}

function renderKey(operationId: string): string {
  return renderField(
    `${operationId}-try-key`,
    'API key',
    (id) => `<input id="${id}" name="key" type="password" required autocomplete="off" spellcheck="false">`,
  )
}

function renderParameter(operationId: string, { name, in: place, required, example }: Parameter): string {
  const hint = example === undefined ? '' : ` placeholder="${escapeHtml(String(example))}"`
  return renderField(
    `${operationId}-try-${name}`,
    name,
    (id) =>
      `<input id="${id}" name="${name}" dir="auto" data-in="${place}"${required ? ' required' : ''}${hint} autocomplete="off" spellcheck="false">`,
  )
}

function renderBody(
  operationId: string,
  examples: readonly (readonly [string, { readonly summary?: string; readonly value: unknown }])[],
): string {
  const options = examples.map(
    ([name, { summary = name, value }]) =>
      `<option value="${escapeHtml(JSON.stringify(value, null, 2))}">${escapeHtml(summary)}</option>`,
  )
  const [first] = examples
  return [
    renderField(
      `${operationId}-try-example`,
      'Example',
      (id) => `<select id="${id}" class="example">${options.join('')}</select>`,
    ),
    renderField(
      `${operationId}-try-body`,
      'Body',
      (id) =>
        `<textarea id="${id}" name="body" rows="12" spellcheck="false">${escapeHtml(JSON.stringify(first?.[1].value, null, 2))}</textarea>`,
    ),
  ].join('\n')
}

function renderField(id: string, label: string, toControl: (id: string) => string): string {
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>${toControl(id)}</div>`
}
