/** A request by way of example. `$NAME` in it is an environment variable of the reader. */
export interface SampleRequest {
  /** By default GET. */
  readonly method?: 'GET' | 'PATCH' | 'POST'
  readonly path: string
  /** The variable that holds the key; without it none is sent. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string
  readonly body?: object
}

/** A request in one language. All but TypeScript run with nothing but what the language brings along. */
export interface CodeSample {
  readonly lang: string
  readonly label: 'curl' | 'TypeScript' | 'Python' | 'Ruby' | 'PHP'
  readonly source: string
}

/** How a language writes values. */
interface Notation {
  /** Text without variables. */
  readonly quote: (text: string) => string
  readonly read: (variable: string) => string
  readonly plus: string
  readonly object: readonly [open: string, colon: string, close: string]
  /** Of `null`, `true` and `false`. */
  readonly words?: Readonly<Record<string, string>>
}

const python: Notation = {
  quote: JSON.stringify,
  read: (variable) => `os.environ["${variable}"]`,
  plus: ' + ',
  object: ['{', ': ', '}'],
  words: { null: 'None', true: 'True', false: 'False' },
}

const ruby: Notation = {
  quote: JSON.stringify,
  read: (variable) => `ENV.fetch("${variable}")`,
  plus: ' + ',
  object: ['{', ' => ', '}'],
  words: { null: 'nil' },
}

const php: Notation = {
  quote: (text) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  read: (variable) => `getenv('${variable}')`,
  plus: ' . ',
  object: ['[', ' => ', ']'],
}

/** Writes a value of JSON, with what follows its first line indented. */
function write(value: unknown, notation: Notation, indent: string): string {
  const { quote, read, plus, object, words = {} } = notation
  const wrap = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0
      ? open + close
      : `${open}\n${lines.map((line) => `${indent}    ${line},\n`).join('')}${indent}${close}`
  const inner = (one: unknown) => write(one, notation, `${indent}    `)
  if (typeof value === 'string') {
    const parts = value.split(/(\$[A-Z_]+)/).filter((part) => part !== '')
    return (
      parts.map((part) => (part.startsWith('$') ? read(part.slice(1)) : quote(part))).join(plus) || quote('')
    )
  }
  if (Array.isArray(value)) return wrap('[', value.map(inner), ']')
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? String(value)
  const [open, colon, close] = object
  return wrap(
    open,
    Object.entries(value).map(([name, one]) => quote(name) + colon + inner(one)),
    close,
  )
}

function listHeaders({ key, idempotencyKey, body }: SampleRequest): Readonly<Record<string, string>> {
  return {
    ...(key !== undefined && { Authorization: `Bearer $${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
}

/** A request for curl, and by what Python, Ruby and PHP bring along. */
export function toSamples(request: SampleRequest): readonly [curl: CodeSample, ...CodeSample[]] {
  return [toCurl(request), toPython(request), toRuby(request), toPhp(request)]
}

function toCurl(request: SampleRequest): CodeSample {
  const { method, path, query = {}, body } = request
  const flags = [
    ...(method === undefined ? [] : ['-X', method]),
    ...(Object.keys(query).length === 0 ? [] : ['-G']),
  ]
  const json = JSON.stringify(body, null, 2)?.replaceAll(/\$[A-Z_]+/g, `'"$&"'`)
  const lines = [
    ['curl -sS', ...flags, `"$AFFILIATE_BASE_URL${path}"`].join(' '),
    ...Object.entries(listHeaders(request)).map(([name, value]) => `-H "${name}: ${value}"`),
    ...Object.entries(query).map(([name, value]) => `--data-urlencode "${name}=${value}"`),
    ...(json === undefined ? [] : [`-d '${json}'`]),
  ]
  return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') }
}

function toPython(request: SampleRequest): CodeSample {
  const { method = 'GET', path, query, body } = request
  const url = write(`$AFFILIATE_BASE_URL${path}`, python, '    ')
  const search = query && ` + "?" + urllib.parse.urlencode(${write(query, python, '    ')})`
  const modules = [...(body ? ['json'] : []), 'os', ...(query ? ['urllib.parse'] : []), 'urllib.request']
  const source = [
    ...modules.map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    ${url}${search ?? ''},`,
    `    method="${method}",`,
    `    headers=${write(listHeaders(request), python, '    ')},`,
    ...(body ? [`    data=json.dumps(${write(body, python, '    ')}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    '    print(response.read().decode())',
  ]
  return { lang: 'Python', label: 'Python', source: source.join('\n') }
}

function toRuby(request: SampleRequest): CodeSample {
  const { method = 'GET', path, query, body } = request
  const source = [
    ...(body ? ['require "json"'] : []),
    'require "net/http"',
    '',
    `uri = URI(${write(`$AFFILIATE_BASE_URL${path}`, ruby, '')})`,
    ...(query ? [`uri.query = URI.encode_www_form(${write(query, ruby, '')})`] : []),
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri, ${write(listHeaders(request), ruby, '')})`,
    ...(body ? [`request.body = JSON.generate(${write(body, ruby, '')})`] : []),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'response.value # raises if the service rejected it',
    'puts response.body',
  ]
  return { lang: 'Ruby', label: 'Ruby', source: source.join('\n') }
}

function toPhp(request: SampleRequest): CodeSample {
  const { method = 'GET', path, query, body } = request
  const url = write(`$AFFILIATE_BASE_URL${path}`, php, '')
  const search = query && ` . '?' . http_build_query(${write(query, php, '')})`
  const headers = Object.entries(listHeaders(request)).map(([name, value]) => `${name}: ${value}`)
  const source = [
    '<?php',
    `$request = curl_init(${url}${search ?? ''});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    `    CURLOPT_HTTPHEADER => ${write(headers, php, '    ')},`,
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${write(body, php, '    ')}),`] : []),
    '    CURLOPT_FAILONERROR => true,',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    '$body = curl_exec($request);',
    'if ($body === false) {',
    '    throw new RuntimeException(curl_error($request));',
    '}',
    'echo $body;',
  ]
  return { lang: 'PHP', label: 'PHP', source: source.join('\n') }
}
