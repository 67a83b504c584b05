// Package browser tests the pages that people use, in Chromium: the service page, the boards and the map of raild, and Swagger UI with
// what raild says of itself.
//
// It is a module of its own, so that the product does not depend on the library that drives Chromium. Only 'make browser'
// runs its tests. They need chromium, and axe-core and Swagger UI, which npm installs (see ../interop/testdata/node).
//
// raild runs as a program behind a proxy of the test, which keeps the address while raild restarts and records what the
// pages send. Chromium is headless, with an empty profile. Each test opens pages in a profile of its own; a page fails the
// test if it logs an error, throws an exception, violates its Content-Security-Policy, or asks for anything that is not at
// the address of its server.
//
// With QUARTET_SCREENSHOTS=FOLDER TestPages keeps pictures of all pages, wide and light, and narrow and dark. The flag -update
// replaces the pictures in the documentation; 'make screenshots' sets it.
package browser
