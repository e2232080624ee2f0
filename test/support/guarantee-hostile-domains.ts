import type { Random } from '@affiliate-platform/operator/demo'
import { pick } from './guarantee-scale.ts'

// One address of the machine itself, of its network and of its cloud's metadata, in all the forms that URLs know.
const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
  ],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[fe80::1%25eth0]',
    '::1',
    'localhost',
  ],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    'metadata.google.internal',
    '10.0.0.1',
  ],
  ...['evil.example', 'evil.example.', 'xn--vil-9la.example', '①②⑦.⓪.⓪.①', '１２７.０.０.１', 'ⓔvil.example'],
]

// Ways to make a host look like a shop's to whoever reads the text in another way than the one that connects.
const disguises: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}:443`,
  (host) => `https://${host}`,
  (host) => `//${host}`,
  (host) => `shop.myshopify.com@${host}`,
  (host) => `shop.myshopify.com:x@${host}`,
  (host) => `${host}@shop.myshopify.com`,
  (host) => `shop.myshopify.com.${host}`,
  (host) => `${host}.myshopify.com`,
  (host) => `${host}/.myshopify.com`,
  (host) => `${host}?.myshopify.com`,
  (host) => `${host}#.myshopify.com`,
  (host) => `${host}\\.myshopify.com`,
  (host) => `${host}%2f.myshopify.com`,
  (host) => `${host}%00.myshopify.com`,
  (host) => `${host}\0.myshopify.com`,
  (host) => `${host}\r\n.myshopify.com`,
  (host) => `${host}:80#shop.myshopify.com`,
  (host) => `shop.myshopify.com\r\nHost: ${host}`,
  (host) => `shop.myshopify.com/../../${host}`,
  (host) => `shop.myshopify.com\\@${host}`,
]

const nearMisses = [
  ...[
    '',
    '.',
    '.myshopify.com',
    '-shop.myshopify.com',
    'a.b.myshopify.com',
    'shop.myshopify.com.',
    'shop..myshopify.com',
  ],
  ...['shopmyshopify.com', 'shop.myshopify.co', 'shop.myshopify.com.evil.example', 'shop.evil-myshopify.com'],
  ...[
    'shop。myshopify。com',
    'shop．myshopify．com',
    'ｓhop.myshopify.com',
    'ſhop.myshopify.com',
    'shop.myshopiſy.com',
  ],
  ...[
    'shop.my\u00adshopify.com',
    'shop\u200b.myshopify.com',
    '\u202eshop.myshopify.com',
    'shop.myshopify.com\u3002',
  ],
  ...[
    'shop.myshopify.com:443',
    'shop.myshopify.com:0',
    'user@shop.myshopify.com',
    'shop.myshopify.com/admin',
  ],
  ...[
    ' shop.myshopify.com',
    'shop.myshopify.com ',
    '\tshop.myshopify.com',
    'shop.myshopify.com\n',
    'sh op.myshopify.com',
  ],
  ...['http://shop.myshopify.com', 'file:///etc/passwd', 'javascript:x', `${'a'.repeat(64)}.myshopify.com`],
  ...[
    'sHop_1.myshopify.com',
    'shop%2emyshopify.com',
    'shop.myshopify%2ecom',
    '*.myshopify.com',
    '$(id).myshopify.com',
  ],
]

const insertions = [
  ...'@:/\\?#%.[]()<>{}|^`"\'!$&*+,;= \t\r\n\0',
  '\u2024',
  '\uff0e',
  '\u3002',
  '\u2215',
  '\uff20',
  'é',
  '%00',
]

/** The one form of a domain that may be connected to. */
export const shopDomain = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/** Domains of which none is a shop's: every host in every disguise, near misses, and shops with something put in. */
export function buildHostileDomains(random: Random, count: number): readonly string[] {
  const domains = new Set([...hosts.flatMap((host) => disguises.map((dress) => dress(host))), ...nearMisses])
  while (domains.size < count) {
    const shop = `shop-${random.below(1000)}.myshopify.com`
    const at = random.below(shop.length + 1)
    domains.add(shop.slice(0, at) + pick(random, insertions) + shop.slice(at))
  }
  return [...domains].filter((domain) => !shopDomain.test(domain.toLowerCase()))
}
