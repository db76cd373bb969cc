import t from 'tap'
import { requirePackage, urlOfPackage } from '../packages.ts'

t.test('finds a package that is installed, and a file of it', async t => {
  requirePackage('viem', 'A test')
  t.match(urlOfPackage('fastify/lib/errors.js'), /^file:.*errors\.js$/)
})

t.test('says which package a feature lacks, and how to install it', async t => {
  t.throws(() => requirePackage('no-such-package', "The option 'x'"), {
    code: 'AND_PACKAGE_MISSING',
    statusCode: 501,
    message:
      "The option 'x' needs the package 'no-such-package', which is not installed: npm install 'no-such-package@latest'",
  })
})
