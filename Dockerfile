# The service as an image. See docs/guides/deploying.md.
# A release names it by digest: .github/workflows/release.yml.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
ENV TURBO_TELEMETRY_DISABLED=1
RUN npm ci --workspace @affiliate-platform/operator --include-workspace-root
RUN npx turbo run build --filter=@affiliate-platform/operator
RUN npm prune --omit=dev --omit=optional --workspace @affiliate-platform/operator --include-workspace-root
# What is built is enough: the sources, the tests and the fake of Shopify have no business in production.
RUN rm -r packages/*/src packages/*/test packages/*/dist/pglite-* packages/sdk packages/shopify-*

FROM ${NODE_IMAGE}
COPY --from=build /app/package.json /app/package.json
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/packages /app/packages
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010
USER node
WORKDIR /home/node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/packages/operator/dist/main.js"]
CMD ["serve"]
