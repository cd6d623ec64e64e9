/** Where the kits run, and how they are installed. */
import { node, php, python, type Feature } from './feature.ts'

export const SERVERS: readonly Feature[] = [
  {
    feature: 'Without a framework',
    node: {
      file: 'scripts/reference-partner-conforms.test.ts',
      titles: ['the reference partner conforms'],
    },
    php: php('php-kit.test.ts', 'the adapter $name', 'passes every check of the certification'),
    python: python('python-kit.test.ts', 'passes every check of the certification'),
  },
  {
    // Express, Fastify, Hono, NestJS and Next.js; PSR-15, Laravel and Symfony; WSGI, ASGI, Django,
    // Flask and FastAPI.
    feature: 'Adapters on the real frameworks',
    node: node(
      'test/adapters/shop.ts',
      'runs the handler once for two copies at the same time, and again after it failed',
    ),
    php: php('php-kit.test.ts', 'the adapter $name', 'passes every check of the certification'),
    python: python('python-kit.test.ts', 'passes every check of the certification'),
  },
  {
    feature: 'The examples pass the certification',
    node: {
      file: 'examples/test/support/try-example.ts',
      titles: ['passes every check of the certification'],
    },
    php: {
      file: 'examples/test/support/try-example.ts',
      titles: ['passes every check of the certification'],
    },
    python: {
      file: 'examples/test/support/try-example.ts',
      titles: ['passes every check of the certification'],
    },
  },
  {
    feature: 'The README works as printed',
    node: node('test/examples.test.ts', 'the README', 'holds examples/%s as it is'),
    php: php('readme.test.ts', 'the README of the PHP kit', 'has a partner that is paid once'),
    python: python('test_readme', 'test_a_block_is_valid_and_imports_what_exists'),
  },
  {
    feature: 'The package is complete',
    node: node(
      'test/package/package.test.ts',
      'a partner of CommonJS requires the kit and each of its entries',
    ),
    php: php('php-kit.test.ts', 'the PHP kit', 'has a manifest that Composer accepts'),
    python: python(
      'test_package',
      'test_a_wheel_and_an_sdist_are_built_and_used_without_the_network',
    ),
  },
]
