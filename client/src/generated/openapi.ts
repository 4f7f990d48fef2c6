// Generated from the OpenAPI document of the service by `npm run client:generate`. Don't edit it.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to find what
         * @description A browser, which asks for `text/html`, is sent to `/console`, or to `/docs` where `CONSOLE` is off.
         */
        get: operations["readRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a platform as a provider of a zone
         * @description Logs in and discovers flavors and limits. A platform that cannot be reached is registered in state `pending`, and discovered later. Registering the same endpoint, tenant, region and zone again returns the same provider-id and stores the new credentials. Registering adds no capacity: see `/increase-capacity`.
         */
        post: operations["addProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log: each change with its principal
         * @description Every change by a caller that has authenticated, stored with its effect. Refused requests are in the log of the service.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cancel-reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a reservation
         * @description Releases the amounts that no instance uses at once. Each live instance keeps its capacity until the reservation’s end.
         */
        post: operations["cancelReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/compute/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in a notification on compute capacity or on a reservation
         * @description The service answers at its own notification paths; any JSON object is kept for reading.
         */
        post: operations["receiveComputeNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/compute/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much compute capacity there is
         * @description By type: the figures of the period’s worst instant, that with the least available. Over a period `available` is what a reservation of all of it could have, which providers must have free throughout, and `reserved` is the rest. By attributes: how many resources of that shape fit; a criterion on a trait excludes providers without it. Each of the four figures is then a whole number of shapes by itself, summed over providers at the worst instant of each: they need not add up. One of the two forms.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryComputeCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/compute/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe to changes of compute capacity */
        post: operations["subscribeComputeCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/network/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in a notification on network capacity
         * @description The service answers at its own notification paths; any JSON object is kept for reading.
         */
        post: operations["receiveNetworkNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/network/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much network capacity there is
         * @description By type: the figures of the period’s worst instant, that with the least available. Over a period `available` is what a reservation of all of it could have, which providers must have free throughout, and `reserved` is the rest.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryNetworkCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/network/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe to changes of network capacity */
        post: operations["subscribeNetworkCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/storage/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in a notification on storage capacity
         * @description The service answers at its own notification paths; any JSON object is kept for reading.
         */
        post: operations["receiveStorageNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/storage/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much storage capacity there is
         * @description By type: the figures of the period’s worst instant, that with the least available. Over a period `available` is what a reservation of all of it could have, which providers must have free throughout, and `reserved` is the rest. By attributes: how many resources of that shape fit; a criterion on a trait excludes providers without it. Each of the four figures is then a whole number of shapes by itself, summed over providers at the worst instant of each: they need not add up. One of the two forms.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryStorageCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capacity/storage/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe to changes of storage capacity */
        post: operations["subscribeStorageCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/confirm-reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a held reservation
         * @description Ends the hold: the reservation is `initialized` or `active` from then on. A reservation that is not held does not change. After its hold is over, a reservation is unknown.
         */
        post: operations["confirmReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an instance, from a reservation or from capacity that is available for ever
         * @description Capacity is taken at once and the platform is told afterwards; `GET /instances/{id}` tells how that went. With a reservation, it must be active and what remains of it must suffice.
         */
        post: operations["createInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve capacity for a window
         * @description At least one amount that is not zero, or one element. It is admitted if it fits at every instant of its window; a refusal for lack of capacity carries an offer.
         */
        post: operations["createReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decrease-capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declare less capacity of a provider for a window
         * @description If the decrease takes promised capacity at any instant, the answer is a conflict, unless `force` is true. Then reservations are placed again in their zone where they fit, the latest first, or put in `conflict`; one request displaces 50,000 at most.
         */
        post: operations["decreaseCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The notifications of all subscriptions
         * @description The service deletes settled notifications after `NOTIFICATION_RETENTION_DAYS`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One notification and the attempts to deliver it */
        get: operations["readDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a notification again, with the same id, whatever its state */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/destroy-instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy an instance
         * @description Its capacity goes back to its reservation while that lasts, else to the pool.
         */
        post: operations["destroyInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/find-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The earliest windows in which something fits
         * @description Stretches of starts from which the whole demand fits for the duration, the earliest first. What is found can be reserved as it is, or held in the same step by `hold`. A demand that only fits when split over providers is looked for with a limited number of trials; `more` says when they were used up.
         */
        post: operations["findWindows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/increase-capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declare more capacity of a provider for a window
         * @description More than the quota of the platform is allowed, and so are more addresses than the ranges have; `message` then has a warning.
         */
        post: operations["increaseCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The instances, destroyed ones included */
        get: operations["listInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One instance: its state and, where it failed, why */
        get: operations["readInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give an instance another name or other labels
         * @description They change nothing else: its server keeps the name it was made with.
         */
        patch: operations["markInstance"];
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API keys, also those that are revoked or expired */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The answer is the only one that has the key: the service stores a hash of it.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One API key */
        get: operations["readKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key for good
         * @description Other processes of the service accept it for 10 seconds more at most.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Change the name or the expiry of an API key
         * @description Role, tenant and scopes cannot be changed: make another key.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret
         * @description The key keeps its id, what it may do and its expiry, unless `expires` names a new one. The secret before is accepted too during the overlap, but not beyond its own expiry nor after the next rotation.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers; the database is left out on purpose */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Prometheus scrapes; also while the database does not answer */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox: the notifications that were sent here */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document; `/docs` shows it in a browser */
        get: operations["readDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pool entries: every change of capacity that was declared */
        get: operations["listPools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One pool entry */
        get: operations["readPool"];
        put?: never;
        post?: never;
        /**
         * End a pool entry before its time
         * @description Ends the entry now, or removes all of it if it has not begun, by a counter-entry in the ledger. Ending an increase is checked like a decrease for the rest of its window: if it takes promised capacity, the answer is a conflict, unless `force` is true. Then reservations are placed again or put in `conflict`, as by a forced decrease. Ending a decrease gives the capacity back, to reservations in conflict first.
         */
        delete: operations["endPool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The providers */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One provider, with what its platform offers */
        get: operations["readProvider"];
        put?: never;
        post?: never;
        /**
         * Retire a provider on which no live object depends
         * @description Its pool entries end with it and its password is removed; its record and history stay, in state `retired`. Registering the same platform again makes it active again under the same id, without any capacity.
         */
        delete: operations["retireProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{id}/discover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discover the platform of a provider now
         * @description The service discovers each platform regularly; this request does it at once and returns the provider as it is then. A failed discovery is not an error of the request: see `state`, `lastError` and `failingSince`. A platform that takes longer than 25 seconds counts as unreachable. The declared capacity does not change.
         */
        post: operations["discoverProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{id}/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare the platform of a provider with the records now, and mend what differs
         * @description Done by itself when the service starts and every `RECONCILE_SECONDS`. Servers made here that no instance needs are removed; the capacity of instances whose server is gone, or has failed, is given back. What others run in the same tenant, another deployment of this service included, is left alone.
         */
        post: operations["reconcileProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take away all capacity of a provider for a window
         * @description For a provider that is lost, or will be. Takes the whole total away at each instant of the window, as a forced decrease does: reservations are placed again in their zone where they fit, the latest first, or put in `conflict`. They are admitted again when the window ends or new capacity is declared.
         */
        post: operations["withdrawProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query-capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which collections make up a figure, and how it goes over a window
         * @description total: pools; reserved: reservations; usage: instances; available: pools, reservations and instances without a reservation. With `elements` the figures are of the collections they select; only `available` is what is free on the selected providers, also less what is reserved or used there by others: it is never more than can be reserved there, and nothing where no provider is selected.
         */
        post: operations["queryCapacity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query-reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which reservations match, and what they reserve over a window */
        post: operations["queryReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ready for traffic: the database answers, its schema is up to date, and the process is not shutting down */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/idle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live reservations that little is drawn on, the longest idle first
         * @description With `Accept: text/csv` the same rows as CSV (RFC 4180); the header `Headroom-More` then has the value of `more`.
         */
        get: operations["reportIdle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was reserved in a period, and what was made of it
         * @description Integrals over the ledger, exact to the second, per row and resource class: hours times units. With `Accept: text/csv` the same rows as CSV (RFC 4180). The answer is streamed.
         */
        get: operations["reportUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/compute/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a held reservation of compute resources
         * @description Ends the hold: the reservation is `initialized` or `active` from then on. A reservation that is not held does not change. After its hold is over, a reservation is unknown.
         */
        post: operations["confirmComputeReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/compute/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve compute resources
         * @description At least one amount that is not zero. `endTime` absent: open; `zoneId` absent: where it fits best.
         */
        post: operations["createComputeReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/compute/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up reservations of compute resources
         * @description One id: `queryResult` is an object. Several: a list in that order. None: a page of all live reservations of the kind.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryComputeReservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/compute/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a reservation of compute resources, all or nothing
         * @description A member that is left out keeps its value; `endTime` null takes the end away. Only the amounts of this kind change, and a reservation keeps its form: containers are replaced by containers, a pool by a pool.
         */
        post: operations["updateComputeReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/compute/{reservation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Terminate a reservation of compute resources */
        delete: operations["terminateComputeReservation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/network/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a held reservation of network resources
         * @description Ends the hold: the reservation is `initialized` or `active` from then on. A reservation that is not held does not change. After its hold is over, a reservation is unknown.
         */
        post: operations["confirmNetworkReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/network/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve network resources
         * @description At least one amount that is not zero. `endTime` absent: open; `zoneId` absent: where it fits best.
         */
        post: operations["createNetworkReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/network/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up reservations of network resources
         * @description One id: `queryResult` is an object. Several: a list in that order. None: a page of all live reservations of the kind.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryNetworkReservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/network/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a reservation of network resources, all or nothing
         * @description A member that is left out keeps its value; `endTime` null takes the end away. Only the amounts of this kind change, and a reservation keeps its form: containers are replaced by containers, a pool by a pool.
         */
        post: operations["updateNetworkReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/network/{reservation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Terminate a reservation of network resources */
        delete: operations["terminateNetworkReservation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/storage/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a held reservation of storage resources
         * @description Ends the hold: the reservation is `initialized` or `active` from then on. A reservation that is not held does not change. After its hold is over, a reservation is unknown.
         */
        post: operations["confirmStorageReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/storage/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve storage resources
         * @description At least one amount that is not zero. `endTime` absent: open; `zoneId` absent: where it fits best.
         */
        post: operations["createStorageReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/storage/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up reservations of storage resources
         * @description One id: `queryResult` is an object. Several: a list in that order. None: a page of all live reservations of the kind.
         *
         *     The filter travels as query parameters, in the body, or both; a member given both ways must be equal in both. A dotted parameter names a nested member and a repeated one a list. Because many clients and proxies drop the body of a GET, the same question is answered by `QUERY` and by `POST` on the same path.
         */
        get: operations["queryStorageReservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/storage/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a reservation of storage resources, all or nothing
         * @description A member that is left out keeps its value; `endTime` null takes the end away. Only the amounts of this kind change, and a reservation keeps its form: containers are replaced by containers, a pool by a pool.
         */
        post: operations["updateStorageReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/storage/{reservation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Terminate a reservation of storage resources */
        delete: operations["terminateStorageReservation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservation/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe to changes of reservations */
        post: operations["subscribeReservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reservations of both interfaces, ended ones included */
        get: operations["listReservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One reservation, with what backs it, its instances and its history */
        get: operations["readReservation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/self-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare what this process holds in memory with the ledger, now
         * @description Zone by zone, at the same entry of the ledger. What differs is listed, logged, counted in `headroom_fold_differences_total` and rebuilt. The same is done every `FOLD_CHECK_SECONDS`.
         */
        post: operations["checkFolds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One subscription */
        get: operations["readSubscription"];
        put?: never;
        post?: never;
        /** End a subscription */
        delete: operations["unsubscribe"];
        options?: never;
        head?: never;
        /**
         * Change the address, threshold or filter of a subscription
         * @description What is left out stays; `null` takes an address, a token or a threshold away. The id, the secret, and what was told stay, and what waits goes to the new address. An address with another scheme, host or port takes the token away, unless a new one comes with it. A threshold that differs is evaluated anew: it fires once if it is true already. The zone and the resource type cannot be changed.
         */
        patch: operations["changeSubscription"];
        trace?: never;
    };
    "/subscriptions/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The notifications of a subscription, in the order of sending
         * @description The service deletes settled notifications after `NOTIFICATION_RETENTION_DAYS`.
         */
        get: operations["listDeliveriesOfSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell a subscription again what happens from now on, after its receiver has answered 410 */
        post: operations["enableSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send all dead notifications of a subscription again */
        post: operations["redeliverDead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a subscription a new secret
         * @description The one before goes on signing along for a day, unless the operator has set another time.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event by the usual way
         * @description Its body has the form this subscription gets, and a member `test` that is true.
         */
        post: operations["sendTestNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/update-reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a reservation, all or nothing
         * @description An absent member keeps its value; a list replaces the present list. A reservation keeps its form: one of containers accepts no `capacity`.
         */
        post: operations["updateReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The principal as which the service has authenticated the caller */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The zones, by name: a zone is known once a provider is in it */
        get: operations["listZones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zones/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One zone */
        get: operations["readZone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zones/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ranges of a zone's public addresses, and how many addresses are free in each
         * @description A zone has the ranges that `publicIps` of an increase-capacity has given it. A zone without such ranges takes blocks of the configured ranges when it needs them.
         */
        get: operations["listZoneAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    computeCapacityChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The compute capacity has changed
         * @description Sent to `callbackUri` with `/capacity/compute/notification` behind it. Without a threshold a newer value replaces one that is not delivered yet.
         */
        post: operations["tellComputeCapacityChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    networkCapacityChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The network capacity has changed
         * @description Sent to `callbackUri` with `/capacity/network/notification` behind it. Without a threshold a newer value replaces one that is not delivered yet.
         */
        post: operations["tellNetworkCapacityChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    storageCapacityChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The storage capacity has changed
         * @description Sent to `callbackUri` with `/capacity/storage/notification` behind it. Without a threshold a newer value replaces one that is not delivered yet.
         */
        post: operations["tellStorageCapacityChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    reservationChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A reservation has changed
         * @description Sent to `callbackUri` with `/capacity/compute/notification` behind it, in order per reservation.
         */
        post: operations["tellReservationChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedOccurrence: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            end: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            "reservation-id": string;
        };
        AddProviderRequest: {
            /** @description openstack, hp, rackspace, amazon, joyent, azure, simulated, in any case. Only `openstack` and `simulated` may have a driver. */
            "provider-type": string;
            /**
             * Format: uri
             * @description Its http(s) address, such as that of Keystone; without a user name or password in it.
             */
            endpoint: string;
            /** @description User name for the login. */
            username: string;
            /**
             * Format: password
             * @description Kept sealed; never returned.
             */
            password: string;
            /** @description Its region, for platforms that have several. */
            region?: string;
            /** @description The zone it serves; by default its region, else `default`. */
            zone?: string;
            /** @description The project whose quota is drawn on, by id, name or both; a bare string is its name. */
            tenant?: string | {
                /** @description Id of the project. */
                id?: string;
                /** @description Name of the project. */
                name?: string;
            };
            /** @description The same as `tenant`, from which it must not differ. */
            project?: string | {
                /** @description Id of the project. */
                id?: string;
                /** @description Name of the project. */
                name?: string;
            };
            /**
             * @description Domain of the user.
             * @default Default
             */
            "user-domain-name"?: string;
            traits?: components["schemas"]["ProviderTraits"];
        };
        /** @description An amount per resource class; a class that is absent is none. */
        Amounts: {
            /** @description Cores. */
            cores?: number;
            /** @description Memory in MB. */
            ram?: number;
            /** @description Instances. */
            instances?: number;
            /** @description Public IPv4 addresses. */
            addresses?: number;
            /** @description Storage in GB. */
            gigabytes?: number;
            /** @description Volumes. */
            volumes?: number;
            /** @description Snapshots. */
            snapshots?: number;
            /** @description Networks. */
            networks?: number;
            /** @description Ports. */
            ports?: number;
            /** @description Routers. */
            routers?: number;
            /** @description Subnets. */
            subnets?: number;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @description Its id.
             */
            auditId: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description The principal that did it. */
            principal: string;
            /** @description The tenant it was done for. */
            tenant?: string;
            /** @description The method and the route: `POST /create-reservation`. */
            operation: string;
            /** @description The id of what was made or changed. */
            target?: string;
            /** @description The `X-Request-Id` of the request. */
            requestId?: string;
        };
        AuditPage: {
            /** @description The items of this page. */
            items: components["schemas"]["AuditEntry"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        CancelReservationBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            "reservation-id"?: string;
            /** @description Instead of `reservation-id`: all of a series that have not begun. */
            "series-id"?: string;
        };
        CancellationRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            "admitted-again"?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /** @description Of a series: those that would end, in order. */
            "reservation-ids"?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        CapacityAnswer: {
            /** @description The zone of the query. */
            zoneId?: string;
            /**
             * Format: date-time
             * @description When the figures last changed, by a request or because a window began or ended.
             */
            lastUpdate: string;
            capacityInformation: components["schemas"]["CapacityInformation"];
            /** @description The same per zone, at most `limit` of them. Each has its own worst instant, so over a period they need not add up to the figures of all. */
            zones: components["schemas"]["ZoneCapacity"][];
            /** @description How many zones are not among `zones`; absent where all are. */
            zonesOmitted?: number;
            /** @description With `showTimeline`: a row at the start of the period and one per instant at which one of the selected figures changes, for all zones of the query together. */
            timeline?: components["schemas"]["TimelineRow"][];
            /**
             * Format: date-time
             * @description Time at which the time line is cut because it has too many rows; absent if it is complete. To continue, repeat the query with this as `timePeriod.startTime`.
             */
            timelineOmittedFrom?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        CapacityChange: {
            /** @description True for a test event; absent otherwise. */
            test?: boolean;
            /** @description The zone that the subscription names; absent: the whole service. */
            zoneId?: string;
            /** @description Id of the notification; the same when it is sent again. */
            notificationId?: string;
            /**
             * Format: date-time
             * @description When the figures changed. If the condition was true already: when it was subscribed or changed.
             */
            capacityChangeTime?: string;
            /** @description The type of resource. */
            resourceDescriptor?: components["schemas"]["ResourceDescriptor"];
            capacityInformation?: components["schemas"]["CapacityInformation"];
            /**
             * Format: uuid
             * @description The subscription it is for.
             */
            capacityChangeSubscriptionId?: string;
        };
        CapacityChanged: {
            /** @constant */
            result: "ok";
            /**
             * Format: uuid
             * @description Id of the pool entry that was made.
             */
            "pool-id": string;
            /** @description `capacity increase successful` or `capacity decrease successful`, and a warning if any. */
            message: string;
            /** @description Reservations that a forced decrease has moved or put in conflict. */
            displaced?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description total = available + reserved + allocated; only by attributes, where each is a whole number of shapes, they need not add up. With `attributeSelector` only the figures it selects. */
        CapacityInformation: {
            /** @description What a new reservation could take; negative when live instances exceed the total. */
            available?: number;
            /** @description What reservations hold and no instance has drawn yet. */
            reserved?: number;
            /** @description What was declared: increases minus decreases. */
            total?: number;
            /** @description What live instances use. */
            allocated?: number;
        };
        CapacityRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Reservations that would be placed anew in their zone, the latest created first. */
            moved: string[];
            /** @description Reservations that would be put in conflict, the latest created first. */
            "in-conflict": string[];
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            "admitted-again": string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        CapacitySubscribed: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /** @description What its notifications are signed with (Standard Webhooks). It is not shown again. */
            secret: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            capacityChangeSubscriptionId: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ChallengeEcho: {
            /** @description The challenge of the header. */
            challenge: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ChangeKeyBody: {
            /** @description Its purpose, for people. */
            name?: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            expires?: string;
        };
        ChangeRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            "admitted-again"?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /** @description Where it would lie. */
            placement: components["schemas"]["Placement"];
            /**
             * @description It would wait until it fits; absent: it would be admitted.
             * @constant
             */
            state?: "waiting";
            /**
             * Format: date-time
             * @description End of its hold.
             */
            "held-until"?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ChangeSubscriptionBody: {
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string | null;
            /**
             * Format: password
             * @description Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never returned.
             */
            callbackToken?: string | null;
            /** @description Of a subscription to capacity; null: a notification at every change. */
            threshold?: components["schemas"]["ThresholdMember"] | null;
            /** @description Of a subscription to reservations: those to watch; an empty list: all. */
            inputFilter?: components["schemas"]["WatchedReservation"][];
            /** @description As it is: it cannot be changed. */
            zoneId?: string;
            /** @description As it is: it cannot be changed. */
            computeResourceTypeId?: string;
            /** @description As it is: it cannot be changed. */
            networkResourceTypeId?: string;
            /** @description As it is: it cannot be changed. */
            storageResourceTypeId?: string;
        };
        ClassDrift: {
            /** @description The total declared now. */
            declared: number;
            /** @description The largest total declared at any instant from now on. */
            peak: number;
            /** @description The platform's quota; absent: unlimited or unknown. */
            limit?: number;
            /** @description By how much the peak exceeds the quota. */
            beyond: number;
        };
        CollectionsFound: {
            /** @constant */
            result: "ok";
            /** @description The `cursor` of the next page; absent on the last one. */
            "next-cursor"?: string;
            /** @description One row per instant at which something changes, the first at the start of the window; empty when not wanted. The figures are of all collections that match, however few of them are listed. */
            utilization: components["schemas"]["UtilizationRow"][];
            /**
             * Format: date-time
             * @description Time at which `utilization` is cut because it has too many rows; absent if it is complete. To continue, repeat the query with this as `window.start`.
             */
            "utilization-omitted-from"?: string;
            /** @description The collections that match. */
            collections: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        ComputeCapacityFilter: {
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /** @description The figures that are wanted; by default all four. */
            attributeSelector?: ("available" | "reserved" | "total" | "allocated") | ("available" | "reserved" | "total" | "allocated")[];
            /**
             * @description Whether `timeline` is wanted: how the figures go over the period.
             * @default false
             */
            showTimeline?: boolean | string;
            /**
             * @description Zones in the breakdown at most.
             * @default 10
             */
            limit?: number | string;
            /** @description Seconds. The time line then has one row per part of the period that is so long, with the figures of its worst instant. By type only; needs `showTimeline`, and `stopTime` if there is a `timePeriod`. At least a 999th of the period. */
            resolution?: number | string;
            /** @description The type of compute resource. */
            computeResourceTypeId?: components["schemas"]["ComputeResourceTypeId"];
            resourceCriteria?: components["schemas"]["ComputeCriteria"];
            timePeriod?: components["schemas"]["TimePeriod"];
        } & (unknown | unknown);
        /** @description The shape of one: an instance with these. */
        ComputeCriteria: {
            /** @description The same as `virtualCPU`, from which it must not differ. */
            virtualCpu?: components["schemas"]["VirtualCpuCriteria"];
            virtualCPU?: components["schemas"]["VirtualCpuCriteria"];
            virtualMemory?: components["schemas"]["VirtualMemoryCriteria"];
        };
        ComputePoolReservation: {
            /** @description Cores. */
            numCpuCores?: number | string;
            /** @description Instances. */
            numVcInstances?: number | string;
            /** @description Memory in MB. */
            virtualMemSize?: number | string;
            /** @description An amount per custom resource class. */
            customResources?: components["schemas"]["CustomAmounts"];
        };
        ComputePoolReserved: {
            /** @description Cores. */
            numCpuCores?: number;
            /** @description Instances. */
            numVcInstances?: number;
            /** @description Memory in MB. */
            virtualMemSize?: number;
            /** @description Per custom resource class; absent where none is reserved. */
            customResources?: components["schemas"]["Amounts"];
            /** @description Its zone. */
            zoneId?: string;
        };
        ComputeRehearsed: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Reserved compute resources. */
            computePoolReserved?: components["schemas"]["ComputePoolReserved"];
            /** @description Per container; instead of `computePoolReserved`. */
            virtualizationContainerReserved?: components["schemas"]["ContainerReserved"][];
            /**
             * Format: uuid
             * @description Its id; absent where it would be created.
             */
            reservationId?: string;
        };
        ComputeReservationAnswer: {
            reservationData: components["schemas"]["ComputeReserved"];
            /** @description Of a new series: all of it, in order; `reservationData` is the first. */
            occurrences?: components["schemas"]["NorthboundOccurrence"][];
            warnings?: components["schemas"]["Warnings"];
        };
        ComputeReservationRehearsed: {
            /** @description The reservation as it would be. */
            reservationData: components["schemas"]["ComputeRehearsed"];
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Where it would lie. */
            placement: components["schemas"]["NorthboundPlacement"];
            /** @description Of a series: all of it, in order. */
            occurrences?: components["schemas"]["NorthboundRehearsedOccurrence"][];
            /** @description Of an update: those in conflict that would be admitted again. */
            admittedAgain?: string[];
            /** @description Of an update: waiting ones that would be admitted. */
            admitted?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        ComputeReservationsFound: {
            /** @description The reservation or the reservations. */
            queryResult: components["schemas"]["ComputeReserved"] | components["schemas"]["ComputeReserved"][];
            /** @description The `cursor` of the next page, if there is one. A page may be short, or empty. */
            next?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ComputeReserved: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Reserved compute resources. */
            computePoolReserved?: components["schemas"]["ComputePoolReserved"];
            /** @description Per container; instead of `computePoolReserved`. */
            virtualizationContainerReserved?: components["schemas"]["ContainerReserved"][];
        };
        /**
         * @description The type of compute resource; the names that begin with `num` are aliases, custom classes go by their own name.
         * @enum {string}
         */
        ComputeResourceTypeId: "cpuCores" | "vcInstances" | "virtualMemSize" | "numCpuCores" | "numVcInstances";
        ConfirmBody: {
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
        };
        ConfirmReservationBody: {
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            "reservation-id": string;
        };
        ContainerFlavor: {
            /** @description The caller’s name for the flavor. */
            flavorId?: string;
            /** @description The same as `flavorId`, from which it must not differ. */
            flavourId?: string;
            /** @description The same as `virtualCpu`, from which it must not differ. */
            virtualCPU?: components["schemas"]["VirtualCpu"];
            /** @description Its disk, or a list of its disks; answered in the form it was sent in. */
            storageAttributes?: components["schemas"]["StorageAttributes"] | components["schemas"]["StorageAttributes"][];
            virtualCpu?: components["schemas"]["VirtualCpu"];
            virtualMemory?: components["schemas"]["VirtualMemory"];
        };
        ContainerReservation: {
            /** @description The caller’s name for it; by default the service makes one. */
            containerId?: string;
            containerFlavor?: components["schemas"]["ContainerFlavor"];
        };
        ContainerReserved: {
            /** @description The name of the container. */
            containerId?: string;
            /** @description The name of its flavor. */
            flavorId?: string;
            /** @description Its processors, as requested. */
            virtualCpu?: components["schemas"]["VirtualCpuReserved"];
            /** @description Its memory, as requested. */
            virtualMemory?: components["schemas"]["VirtualMemoryReserved"];
            /** @description Its disks. */
            virtualDisks?: components["schemas"]["VirtualDisk"] | components["schemas"]["VirtualDisk"][];
        };
        CreateComputeBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Seconds for which it is held: it takes its capacity, no instance can draw on it, and it is released at the end unless `confirm` has confirmed it. */
            holdSeconds?: number | string;
            /**
             * @description If it does not fit, it waits: it is accepted in the state `waiting`, holds nothing, and is admitted as soon as it fits. Not together with `holdSeconds`.
             * @default false
             */
            wait?: boolean | string;
            /**
             * Format: date-time
             * @description As `wait`, until this time; by default until its end.
             */
            waitUntil?: string | null;
            /** @description An RRULE of RFC 5545 (DAILY, WEEKLY or MONTHLY with COUNT or UNTIL, in UTC): all occurrences, 366 at most, are admitted together in one zone, or none. Needs an end; not together with `holdSeconds` or `wait`. */
            repeat?: string;
            /** @description Containers, each of which counts as one instance; not together with `computePoolReservation`. */
            virtualizationContainerReservation?: components["schemas"]["ContainerReservation"][];
            computePoolReservation?: components["schemas"]["ComputePoolReservation"];
        };
        CreateInstanceBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description Where to create it; by default where the reservation lies, else where it fits. */
            "provider-id"?: string;
            /** @description The reservation it draws on, bare or as `ResourceReservation:<id>`. */
            "reservation-id"?: string;
            /** @description Its name. */
            name: string;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Id of its image. */
            image: string;
            /** @description Id or name of its flavor, which the provider has to know. */
            flavor: string;
            /** @description The networks it is attached to, by their ids. */
            networks?: string[];
        };
        CreateKeyBody: {
            /** @description Its purpose, for people. */
            name: string;
            /**
             * @description Role of its holder.
             * @enum {string}
             */
            role: "machine" | "consumer" | "auditor" | "operator" | "admin";
            /** @description The tenant of a consumer; no other role has one. */
            tenant?: string;
            /** @description Scopes of a machine; other roles have none. */
            scopes?: ("metrics" | "notify")[];
            /**
             * Format: date-time
             * @description End of its validity; by default 90 days from now.
             */
            expires?: string;
        };
        CreateNetworkBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Seconds for which it is held: it takes its capacity, no instance can draw on it, and it is released at the end unless `confirm` has confirmed it. */
            holdSeconds?: number | string;
            /**
             * @description If it does not fit, it waits: it is accepted in the state `waiting`, holds nothing, and is admitted as soon as it fits. Not together with `holdSeconds`.
             * @default false
             */
            wait?: boolean | string;
            /**
             * Format: date-time
             * @description As `wait`, until this time; by default until its end.
             */
            waitUntil?: string | null;
            /** @description An RRULE of RFC 5545 (DAILY, WEEKLY or MONTHLY with COUNT or UNTIL, in UTC): all occurrences, 366 at most, are admitted together in one zone, or none. Needs an end; not together with `holdSeconds` or `wait`. */
            repeat?: string;
            networkReservation?: components["schemas"]["NetworkReservation"];
        };
        CreateReservationBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description Id of an availability zone; by default the zone with the most room that fits. An update without it keeps the zone. */
            zone?: string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            end?: string | null;
            /** @description What to reserve. */
            capacity?: components["schemas"]["RequestedAmounts"];
            /** @description Existing instances, pools, providers or reservations that are protected while the reservation lives; a provider or pool also says where it lies. */
            elements?: string[];
            /** @description Seconds after the start at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes the expiry. */
            expiry?: number | string | null;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Traits that each provider which backs it must have. An update with null removes a trait, or all. */
            traits?: components["schemas"]["RequiredTraits"] | null;
            /** @description Seconds for which it is held: it takes its capacity, no instance can draw on it, and it is released at the end unless /confirm-reservation has confirmed it. */
            hold?: number | string;
            /**
             * @description If it does not fit, it waits: it is accepted in the state `waiting`, holds nothing, and is admitted as soon as it fits. Not together with `hold`.
             * @default false
             */
            wait?: boolean | string;
            /**
             * Format: date-time
             * @description As `wait`, until this time; by default until its end.
             */
            "wait-until"?: string | null;
            /** @description An RRULE of RFC 5545 (DAILY, WEEKLY or MONTHLY with COUNT or UNTIL, in UTC): all occurrences, 366 at most, are admitted together in one zone, or none. Needs an end; not together with `hold` or `wait`. */
            repeat?: string;
        };
        CreateStorageBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Seconds for which it is held: it takes its capacity, no instance can draw on it, and it is released at the end unless `confirm` has confirmed it. */
            holdSeconds?: number | string;
            /**
             * @description If it does not fit, it waits: it is accepted in the state `waiting`, holds nothing, and is admitted as soon as it fits. Not together with `holdSeconds`.
             * @default false
             */
            wait?: boolean | string;
            /**
             * Format: date-time
             * @description As `wait`, until this time; by default until its end.
             */
            waitUntil?: string | null;
            /** @description An RRULE of RFC 5545 (DAILY, WEEKLY or MONTHLY with COUNT or UNTIL, in UTC): all occurrences, 366 at most, are admitted together in one zone, or none. Needs an end; not together with `holdSeconds` or `wait`. */
            repeat?: string;
            storagePoolReservation?: components["schemas"]["StoragePoolReservation"];
        };
        /** @description An amount per custom resource class, as the operator has declared them. */
        CustomAmounts: Record<string, never>;
        DecreaseCapacityBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description A provider, or a pool of the provider, bare or as `<Kind>:<id>`. */
            source: string;
            /** @description Start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description End; absent or null: open.
             */
            end?: string | null;
            /** @description By how much; at least one amount that is not zero. */
            capacity: components["schemas"]["RequestedAmounts"];
            /**
             * @description Take promised capacity too.
             * @default false
             */
            force?: boolean | string;
        };
        Delivery: {
            /**
             * Format: uuid
             * @description Its id: the `notificationId` or `changeId` of its body, and the `webhook-id` it is sent with.
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description Whom it is for.
             */
            subscriptionId: string;
            /** @description Counts up in the order in which notifications of one reservation, or one subscription, are sent. */
            position: number;
            /** @description Our path, which is appended to the address. */
            path: string;
            /**
             * @description `kept`: there is no address, it waits here for a reader. `superseded`: a newer value took its place. `dead`: given up.
             * @enum {string}
             */
            state: "kept" | "waiting" | "delivered" | "superseded" | "dead";
            /** @description How often it was sent, or begun to be. */
            attempts: number;
            /**
             * Format: date-time
             * @description Time at which the notification was made.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was delivered, superseded, given up or kept; absent while it waits.
             */
            settled?: string;
            /** @description The body that is sent. */
            notification: {
                [key: string]: unknown;
            };
        };
        DeliveryAttempt: {
            /** @description Counts up from 1. One is missing if its process ended meanwhile, or if nothing was sent because the subscription was disabled or had no address. */
            number: number;
            /**
             * Format: date-time
             * @description When it ended.
             */
            at: string;
            /**
             * @description `status`: an answer other than 2xx. `refused-address`: a network nothing may be sent to. `aborted`: the service stopped.
             * @enum {string}
             */
            outcome: "delivered" | "status" | "timeout" | "connection" | "refused-address" | "secret-unreadable" | "aborted";
            /** @description Of the answer, where there was one. */
            status?: number;
            /** @description How long it took. */
            milliseconds: number;
        };
        DeliveryPage: {
            /** @description The items of this page. */
            items: components["schemas"]["Delivery"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        DeliveryWithLog: {
            /**
             * Format: uuid
             * @description Its id: the `notificationId` or `changeId` of its body, and the `webhook-id` it is sent with.
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description Whom it is for.
             */
            subscriptionId: string;
            /** @description Counts up in the order in which notifications of one reservation, or one subscription, are sent. */
            position: number;
            /** @description Our path, which is appended to the address. */
            path: string;
            /**
             * @description `kept`: there is no address, it waits here for a reader. `superseded`: a newer value took its place. `dead`: given up.
             * @enum {string}
             */
            state: "kept" | "waiting" | "delivered" | "superseded" | "dead";
            /** @description How often it was sent, or begun to be. */
            attempts: number;
            /**
             * Format: date-time
             * @description Time at which the notification was made.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was delivered, superseded, given up or kept; absent while it waits.
             */
            settled?: string;
            /** @description The body that is sent. */
            notification: {
                [key: string]: unknown;
            };
            /** @description The attempts whose end is known, the newest last. */
            log: components["schemas"]["DeliveryAttempt"][];
        };
        DestroyInstanceBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description The instance, bare or as `ResourceAllocation:<id>`. */
            "instance-id": string;
        };
        Disabled: {
            /**
             * Format: date-time
             * @description Since when.
             */
            since: string;
            /** @description Why. */
            reason: string;
        };
        Done: {
            /** @constant */
            result: "ok";
            /** @description What was done, in words that never change. */
            message: string;
            warnings?: components["schemas"]["Warnings"];
        };
        DrawingInstance: {
            /**
             * Format: uuid
             * @description Its id.
             */
            instanceId?: string;
            /**
             * Format: uuid
             * @description The provider that hosts it.
             */
            providerId?: string;
            /** @description Its name. */
            name?: string;
            /** @description Its state. */
            state?: string;
            /** @description What it uses. */
            capacity?: components["schemas"]["Amounts"];
        };
        ElementsFilter: {
            /** @description Only collections that contain one or more of these: a reservation its elements and its instances, a pool its provider, an instance itself. Each a bare id or `<Kind>:<id>`. */
            some?: string[];
            /** @description Only collections that contain all of these, each a bare id or `<Kind>:<id>`. */
            every?: string[];
        };
        FieldError: {
            /** @description JSON pointer (RFC 6901) to the member of the request that is wrong. */
            pointer: string;
            /** @description The mistake; names the member as the caller spelled it. */
            detail: string;
        };
        FilteredReservation: {
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
        };
        FindWindowsBody: {
            /** @description The zone to search; by default all zones. */
            zone?: string;
            /** @description The demand. */
            capacity?: components["schemas"]["RequestedAmounts"];
            /** @description Containers, each of which counts as one instance; not together with `capacity`. */
            containers?: components["schemas"]["ContainerReservation"][];
            /** @description Length of the window in seconds. */
            duration: number | string;
            /** @description Range to search; each window in the answer lies wholly in it. By default the next year. */
            window?: components["schemas"]["SearchedWindow"];
            /**
             * @description Maximum number of windows.
             * @default 5
             */
            limit?: number | string;
            /** @description Seconds for which the first window found is held in the same step, to be confirmed by /confirm-reservation. */
            hold?: number | string;
            /** @description Traits that each provider which backs it must have. */
            traits?: components["schemas"]["RequiredTraits"];
        };
        Flavor: {
            /** @description Its id on the platform. */
            id?: string;
            /** @description Its name. */
            name?: string;
            /** @description Cores. */
            cores?: number;
            /** @description Memory in MB. */
            ram?: number;
            /** @description Disk in GB. */
            gigabytes?: number;
        };
        FoldDifference: {
            /** @description The zone. */
            zoneId: string;
            /**
             * Format: uuid
             * @description The provider; absent: the zone as a whole.
             */
            providerId?: string;
            /** @description The resource class. */
            resourceClass: string;
            /**
             * @description Which figure differs.
             * @enum {string}
             */
            figure: "total" | "allocated" | "available";
            /**
             * Format: date-time
             * @description The first instant at which it differs.
             */
            at: string;
            /** @description What the process held in memory. */
            kept: number;
            /** @description What the ledger says. */
            ledger: number;
        };
        FoundWindow: {
            /** @description The zone in which it fits. */
            zone: string;
            /**
             * Format: date-time
             * @description The earliest start of the stretch.
             */
            start: string;
            /**
             * Format: date-time
             * @description The end of the window that begins then.
             */
            end: string;
            /**
             * Format: date-time
             * @description The latest start of the same stretch: it fits from each start in between, too.
             */
            latestStart: string;
            /** @description Amounts of the requested classes that would remain free in the zone throughout the window. */
            free: components["schemas"]["Amounts"];
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        HeldFirst: {
            /**
             * Format: uuid
             * @description The reservation, which has to be confirmed.
             */
            reservationId: string;
            /**
             * Format: date-time
             * @description End of the hold.
             */
            heldUntil: string;
        };
        HistoryLine: {
            /** @description Its place in the ledger of the zone. */
            sequence?: number;
            /**
             * Format: date-time
             * @description When it was entered.
             */
            recorded?: string;
            /**
             * Format: uuid
             * @description The provider whose capacity it moves.
             */
            providerId?: string;
            /**
             * @description The figure it changes.
             * @enum {string}
             */
            moves?: "total" | "reserved" | "allocated";
            /** @description The reservation, or one of its instances. */
            owner?: string;
            /**
             * Format: date-time
             * @description Start.
             */
            start?: string;
            /**
             * Format: date-time
             * @description End; absent: open.
             */
            end?: string;
            /** @description By how much, with its sign. */
            capacity?: components["schemas"]["Amounts"];
        };
        Idle: {
            /** @description The longest idle first. */
            reservations: components["schemas"]["IdleLine"][];
            /** @description Whether the limit leaves out others. */
            more: boolean;
        };
        IdleLine: {
            /**
             * Format: uuid
             * @description The reservation.
             */
            reservationId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its tenant, where it has one. */
            tenant?: string;
            /** @description Its zone. */
            zone: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            start: string;
            /** @description The share that was drawn on since then, of the class that was drawn on most. */
            usedShare: number;
            /** @description The hours since its start, times the share that was not drawn on. */
            idleHours: number;
        };
        IncreaseCapacityBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description A provider, or a pool of the provider, bare or as `<Kind>:<id>`. */
            source: string;
            /** @description Start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description End; absent or null: open.
             */
            end?: string | null;
            /** @description By how much; at least one amount that is not zero. */
            capacity: components["schemas"]["RequestedAmounts"];
            /** @description IPv4 networks whose addresses the zone may give to reservations. One that the zone has already adds nothing; one of another zone is a conflict. */
            publicIps?: string[];
        };
        Instance: {
            /**
             * Format: uuid
             * @description Its id.
             */
            instanceId: string;
            /**
             * Format: uuid
             * @description The provider that hosts it.
             */
            providerId: string;
            /**
             * Format: uuid
             * @description The reservation it draws on.
             */
            reservationId?: string;
            /** @description Its tenant: that of its reservation, else that of the request that created it. */
            tenant?: string;
            /** @description Its zone. */
            zone: string;
            /** @description Its name. */
            name: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Id of its image. */
            image: string;
            /** @description Its flavor, as requested. */
            flavor: string;
            /** @description The networks it is attached to. */
            networks: string[];
            /**
             * @description Its state on the platform.
             * @enum {string}
             */
            state: "pending" | "active" | "deleting" | "deleted" | "error";
            /** @description Why its platform failed; while it is pending or deleting, why it has to be tried again (for a consumer a general text). */
            failure?: string;
            /** @description Its id on the platform. */
            serverId?: string;
            /** @description What it uses. */
            capacity: components["schemas"]["Amounts"];
            /**
             * Format: date-time
             * @description Start of its use.
             */
            start?: string;
            /**
             * Format: date-time
             * @description End of its use; absent: until it is destroyed.
             */
            end?: string;
            /**
             * Format: date-time
             * @description Time of the request.
             */
            created?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated?: string;
        };
        InstanceAccepted: {
            /** @constant */
            result: "ok";
            /**
             * Format: uuid
             * @description Its id.
             */
            "instance-id": string;
            /** @description `create-instance request accepted` */
            message: string;
            warnings?: components["schemas"]["Warnings"];
        };
        InstancePage: {
            /** @description The items of this page. */
            items: components["schemas"]["Instance"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        InstanceRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Where it would lie. */
            placement: components["schemas"]["Placement"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description The two interfaces. */
        Interfaces: {
            /** @description Group A. */
            operations: string;
            /** @description Group B. */
            northbound: string;
        };
        Key: {
            /**
             * Format: uuid
             * @description Its id.
             */
            keyId: string;
            /** @description Its purpose. */
            name: string;
            /**
             * @description Role of its holder.
             * @enum {string}
             */
            role: "machine" | "consumer" | "auditor" | "operator" | "admin";
            /** @description The tenant of a consumer. */
            tenant?: string;
            /** @description Scopes of a machine; empty for other roles. */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /** @description The principal that made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            expires: string;
            /**
             * Format: date-time
             * @description Time at which it was revoked; absent if it was not.
             */
            revoked?: string;
            /**
             * Format: date-time
             * @description When it was last used, in steps of a minute; absent: never.
             */
            lastUsed?: string;
        };
        KeyIssued: {
            /**
             * Format: uuid
             * @description Its id.
             */
            keyId: string;
            /** @description Its purpose. */
            name: string;
            /**
             * @description Role of its holder.
             * @enum {string}
             */
            role: "machine" | "consumer" | "auditor" | "operator" | "admin";
            /** @description The tenant of a consumer. */
            tenant?: string;
            /** @description Scopes of a machine; empty for other roles. */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /** @description The principal that made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            expires: string;
            /**
             * Format: date-time
             * @description Time at which it was revoked; absent if it was not.
             */
            revoked?: string;
            /**
             * Format: date-time
             * @description When it was last used, in steps of a minute; absent: never.
             */
            lastUsed?: string;
            /** @description The key, to be sent as `Authorization: Bearer <key>`. It is not shown again. */
            key: string;
        };
        KeyPage: {
            /** @description The items of this page. */
            items: components["schemas"]["Key"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        KeyRotated: {
            /**
             * Format: uuid
             * @description Its id.
             */
            keyId: string;
            /** @description Its purpose. */
            name: string;
            /**
             * @description Role of its holder.
             * @enum {string}
             */
            role: "machine" | "consumer" | "auditor" | "operator" | "admin";
            /** @description The tenant of a consumer. */
            tenant?: string;
            /** @description Scopes of a machine; empty for other roles. */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /** @description The principal that made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description End of its validity.
             */
            expires: string;
            /**
             * Format: date-time
             * @description Time at which it was revoked; absent if it was not.
             */
            revoked?: string;
            /**
             * Format: date-time
             * @description When it was last used, in steps of a minute; absent: never.
             */
            lastUsed?: string;
            /** @description The key, to be sent as `Authorization: Bearer <key>`. It is not shown again. */
            key: string;
            /**
             * Format: date-time
             * @description End of the time in which the previous secret is also accepted.
             */
            previousUntil: string;
        };
        KnownTraits: {
            /** @description Architecture of its processors. */
            cpuArchitecture?: string;
            /** @description Sort of storage. */
            typeOfStorage?: string;
            /** @description Whether its storage supports RDMA. */
            rdmaSupported?: boolean;
        };
        MarkInstanceBody: {
            /** @description Its name. */
            name?: string;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
        };
        NetworkCapacityFilter: {
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /** @description The figures that are wanted; by default all four. */
            attributeSelector?: ("available" | "reserved" | "total" | "allocated") | ("available" | "reserved" | "total" | "allocated")[];
            /**
             * @description Whether `timeline` is wanted: how the figures go over the period.
             * @default false
             */
            showTimeline?: boolean | string;
            /**
             * @description Zones in the breakdown at most.
             * @default 10
             */
            limit?: number | string;
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            networkResourceTypeId: "publicIps" | "numPublicIps";
            timePeriod?: components["schemas"]["TimePeriod"];
        };
        NetworkRehearsed: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description The addresses it holds. */
            publicIps: string[];
            /**
             * Format: uuid
             * @description Its id; absent where it would be created.
             */
            reservationId?: string;
        };
        NetworkReservation: {
            /** @description Public IPv4 addresses. */
            numPublicIps?: number | string;
        };
        NetworkReservationAnswer: {
            reservationData: components["schemas"]["NetworkReserved"];
            /** @description Of a new series: all of it, in order; `reservationData` is the first. */
            occurrences?: components["schemas"]["NorthboundOccurrence"][];
            warnings?: components["schemas"]["Warnings"];
        };
        NetworkReservationRehearsed: {
            /** @description The reservation as it would be. */
            reservationData: components["schemas"]["NetworkRehearsed"];
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Where it would lie. */
            placement: components["schemas"]["NorthboundPlacement"];
            /** @description Of a series: all of it, in order. */
            occurrences?: components["schemas"]["NorthboundRehearsedOccurrence"][];
            /** @description Of an update: those in conflict that would be admitted again. */
            admittedAgain?: string[];
            /** @description Of an update: waiting ones that would be admitted. */
            admitted?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        NetworkReservationsFound: {
            /** @description The reservation or the reservations. */
            queryResult: components["schemas"]["NetworkReserved"] | components["schemas"]["NetworkReserved"][];
            /** @description The `cursor` of the next page, if there is one. A page may be short, or empty. */
            next?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        NetworkReserved: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description The addresses it holds. */
            publicIps: string[];
        };
        /** @description The earliest window of the same length in which the whole demand fits; absent when there is none. */
        NextWindow: {
            /**
             * Format: date-time
             * @description Its first instant.
             */
            start: string;
            /**
             * Format: date-time
             * @description The first instant after it; absent: open.
             */
            end?: string;
        };
        /** @description An amount per resource class, by the member that reserves it. */
        NorthboundAmounts: {
            /** @description Cores. */
            numCpuCores?: number;
            /** @description Memory in MB. */
            virtualMemSize?: number;
            /** @description Instances. */
            numVcInstances?: number;
            /** @description Public IPv4 addresses. */
            numPublicIps?: number;
            /** @description Storage in GB. */
            storageSize?: number;
            /** @description Volumes. */
            numVolumes?: number;
            /** @description Snapshots. */
            numSnapshots?: number;
        } & {
            [key: string]: number;
        };
        NorthboundClaim: {
            /**
             * Format: uuid
             * @description A provider.
             */
            providerId: string;
            /** @description What it would back. */
            capacity: components["schemas"]["NorthboundAmounts"];
        };
        NorthboundOccurrence: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            endTime: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
        };
        /** @description What the service could do instead. */
        NorthboundOffer: {
            /** @description The most that fits in the requested window. */
            maxCapacity: components["schemas"]["NorthboundAmounts"];
            nextWindow?: components["schemas"]["NextWindow"];
            occurrence?: components["schemas"]["OccurrenceInDoubt"];
        };
        NorthboundPlacement: {
            /** @description The zone it would lie in. */
            zoneId: string;
            /** @description How much of it which provider would back. */
            claims: components["schemas"]["NorthboundClaim"][];
        };
        /** @description A problem as in RFC 9457. Sent as `application/json` to a client that accepts nothing else. */
        NorthboundProblem: {
            /** @description `urn:problem-type:headroom:` and the code. */
            type: string;
            /** @description What sort of problem it is, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The mistake in this request, for people. */
            detail: string;
            /** @description What sort of problem it is, for machines; a code never changes its meaning. */
            code: string;
            /** @description The members that are wrong, one by one. */
            errors?: components["schemas"]["FieldError"][];
            offer?: components["schemas"]["NorthboundOffer"];
            /** @description The objects that prevent it, as `<Kind>:<id>`; up to 100 of them. */
            dependents?: string[];
            /** @description The id of the request, as in `X-Request-Id`. */
            requestId?: string;
            /** @description It was a dry run that was refused. */
            dryRun?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        NorthboundRehearsedOccurrence: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            endTime: string;
            /** @description Where it would lie. */
            placement: components["schemas"]["NorthboundPlacement"];
        };
        /** @description The first occurrence of a series that does not fit; the offer is for it. */
        OccurrenceInDoubt: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            end?: string;
        };
        /** @description What the service could do instead. */
        Offer: {
            /** @description The most that fits in the requested window. */
            maxCapacity: components["schemas"]["Amounts"];
            nextWindow?: components["schemas"]["NextWindow"];
            occurrence?: components["schemas"]["OccurrenceInDoubt"];
        };
        /** @description An operation that was not carried out; nothing has changed. */
        OperationRefused: {
            /**
             * @description `conflict`: capacity does not suffice, or something is in the way. `error`: the request has to be changed.
             * @enum {string}
             */
            result: "conflict" | "error";
            /** @description The reason, for people; names the field that is wrong. */
            message: string;
            /** @description The members that are wrong, one by one. */
            errors?: components["schemas"]["FieldError"][];
            offer?: components["schemas"]["Offer"];
            /** @description It was a dry run that was refused. */
            "dry-run"?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A problem as in RFC 9457. Sent as `application/json` to a client that accepts nothing else. */
        OperationsProblem: {
            /** @description `urn:problem-type:headroom:` and the code. */
            type: string;
            /** @description What sort of problem it is, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The mistake in this request, for people. */
            detail: string;
            /** @description What sort of problem it is, for machines; a code never changes its meaning. */
            code: string;
            /** @description The members that are wrong, one by one. */
            errors?: components["schemas"]["FieldError"][];
            offer?: components["schemas"]["Offer"];
            /** @description The objects that prevent it, as `<Kind>:<id>`; up to 100 of them. */
            dependents?: string[];
            /** @description The id of the request, as in `X-Request-Id`. */
            requestId?: string;
            /** @description It was a dry run that was refused. */
            dryRun?: boolean;
            warnings?: components["schemas"]["Warnings"];
            /**
             * @description As in an outcome.
             * @constant
             */
            result: "error";
            /** @description The same as `detail`. */
            message: string;
            /** @description It was a dry run that was refused. */
            "dry-run"?: boolean;
        };
        PlacedClaim: {
            /**
             * Format: uuid
             * @description A provider.
             */
            "provider-id": string;
            /** @description What it would back. */
            capacity: components["schemas"]["Amounts"];
        };
        Placement: {
            /** @description The zone it would lie in. */
            zone: string;
            /** @description How much of it which provider would back. */
            claims: components["schemas"]["PlacedClaim"][];
            /** @description The addresses it would hold, if any. */
            publicIps?: string[];
        };
        PoolEndRehearsed: {
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            admittedAgain?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /** @description Reservations that would be placed anew in their zone, the latest created first. */
            moved: string[];
            /** @description Reservations that would be put in conflict, the latest created first. */
            inConflict: string[];
            /** @description The pool entry as it would be. */
            pool: components["schemas"]["PoolEntry"];
        };
        PoolEntry: {
            /**
             * Format: uuid
             * @description Its id.
             */
            poolId: string;
            /** @description Its zone. */
            zone: string;
            /**
             * Format: uuid
             * @description The provider whose capacity it changes.
             */
            providerId: string;
            /**
             * Format: date-time
             * @description Start.
             */
            start: string;
            /**
             * Format: date-time
             * @description End; absent: open. Equal to the start if the entry was ended before it.
             */
            end?: string;
            /** @description By how much, with the sign of the change. */
            capacity: components["schemas"]["Amounts"];
            /**
             * Format: date-time
             * @description When it was declared.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was ended before its time; absent: it was not.
             */
            ended?: string;
        };
        PoolEntryEnded: {
            /**
             * Format: uuid
             * @description Its id.
             */
            poolId: string;
            /** @description Its zone. */
            zone: string;
            /**
             * Format: uuid
             * @description The provider whose capacity it changes.
             */
            providerId: string;
            /**
             * Format: date-time
             * @description Start.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends now.
             */
            end: string;
            /** @description By how much, with the sign of the change. */
            capacity: components["schemas"]["Amounts"];
            /**
             * Format: date-time
             * @description When it was declared.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was ended.
             */
            ended: string;
            /** @description Reservations that were moved or put in conflict. */
            displaced: string[];
        };
        PoolEntryPage: {
            /** @description The items of this page. */
            items: components["schemas"]["PoolEntry"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        /** @description The principal as which the service has authenticated the caller. */
        Principal: {
            /** @description Its id: that of the audit log. */
            id: string;
            /**
             * @description Its role.
             * @enum {string}
             */
            role: "machine" | "consumer" | "auditor" | "operator" | "admin";
            /** @description The tenant of a consumer; objects of other tenants are unknown to it. */
            tenant?: string;
            /** @description Scopes of a machine; empty for other roles. */
            scopes: string[];
        };
        /** @description A problem as in RFC 9457. Sent as `application/json` to a client that accepts nothing else. */
        Problem: {
            /** @description `urn:problem-type:headroom:` and the code. */
            type: string;
            /** @description What sort of problem it is, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The mistake in this request, for people. */
            detail: string;
            /** @description What sort of problem it is, for machines; a code never changes its meaning. */
            code: string;
            /** @description The members that are wrong, one by one. */
            errors?: components["schemas"]["FieldError"][];
            offer?: components["schemas"]["Offer"];
            /** @description The objects that prevent it, as `<Kind>:<id>`; up to 100 of them. */
            dependents?: string[];
            /** @description The id of the request, as in `X-Request-Id`. */
            requestId?: string;
            /** @description It was a dry run that was refused. */
            dryRun?: boolean;
            warnings?: components["schemas"]["Warnings"];
        };
        Provider: {
            /**
             * Format: uuid
             * @description Its id.
             */
            providerId: string;
            /**
             * @description What sort of platform it is.
             * @enum {string}
             */
            providerType: "openstack" | "hp" | "rackspace" | "amazon" | "joyent" | "azure" | "simulated";
            /** @description Its address; the values of a query are masked. */
            endpoint: string;
            /** @description User name of the login. */
            username: string;
            /** @description Its region. */
            region?: string;
            /** @description The project whose quota is drawn on. */
            tenant: components["schemas"]["ProviderTenant"];
            /** @description Domain of the user. */
            userDomainName?: string;
            /** @description The zone it serves. */
            zone: string;
            /**
             * @description `pending`: its platform can't be reached at present; `error`: its platform refuses the service; `retired`: it is out of service.
             * @enum {string}
             */
            state: "pending" | "active" | "error" | "retired";
            /** @description The reason why the last discovery failed. */
            lastError?: string;
            /**
             * Format: date-time
             * @description Time of the first failed discovery since the last successful one; absent if the last one succeeded.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description Time of the last discovery.
             */
            lookedAt?: string;
            /** @description For each resource class that is declared or that the platform limits: the declared capacity beside the quota. */
            drift: {
                [key: string]: components["schemas"]["ClassDrift"];
            };
            /** @description Traits that an operator has given take precedence over those that a discovery finds. */
            traits: components["schemas"]["KnownTraits"];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt?: string;
            /** @description The sizes of instances its platform offers; empty until it was reached. */
            flavors: components["schemas"]["Flavor"][];
            /** @description The platform's quota; a class that is absent is unlimited or unknown. */
            limits: components["schemas"]["Amounts"];
        };
        ProviderAdded: {
            /** @constant */
            result: "ok";
            /**
             * Format: uuid
             * @description Its id.
             */
            "provider-id": string;
            /**
             * @description `pending`: its platform can't be reached at present; `error`: its platform refuses the service; `retired`: it is out of service.
             * @enum {string}
             */
            state: "pending" | "active";
            /** @description States whether its platform could be reached. */
            message: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ProviderPage: {
            /** @description The items of this page. */
            items: components["schemas"]["ProviderSummary"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        ProviderRetired: {
            /**
             * Format: uuid
             * @description Its id.
             */
            providerId: string;
            /** @description Its zone, which stays known. */
            zone: string;
            /** @constant */
            state: "retired";
            /** @description The pool entries that ended with it. */
            pools: components["schemas"]["PoolEntry"][];
        };
        ProviderSummary: {
            /**
             * Format: uuid
             * @description Its id.
             */
            providerId: string;
            /**
             * @description What sort of platform it is.
             * @enum {string}
             */
            providerType: "openstack" | "hp" | "rackspace" | "amazon" | "joyent" | "azure" | "simulated";
            /** @description Its address; the values of a query are masked. */
            endpoint: string;
            /** @description User name of the login. */
            username: string;
            /** @description Its region. */
            region?: string;
            /** @description The project whose quota is drawn on. */
            tenant: components["schemas"]["ProviderTenant"];
            /** @description Domain of the user. */
            userDomainName?: string;
            /** @description The zone it serves. */
            zone: string;
            /**
             * @description `pending`: its platform can't be reached at present; `error`: its platform refuses the service; `retired`: it is out of service.
             * @enum {string}
             */
            state: "pending" | "active" | "error" | "retired";
            /** @description The reason why the last discovery failed. */
            lastError?: string;
            /**
             * Format: date-time
             * @description Time of the first failed discovery since the last successful one; absent if the last one succeeded.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description Time of the last discovery.
             */
            lookedAt?: string;
            /** @description For each resource class that is declared or that the platform limits: the declared capacity beside the quota. */
            drift: {
                [key: string]: components["schemas"]["ClassDrift"];
            };
            /** @description Traits that an operator has given take precedence over those that a discovery finds. */
            traits: components["schemas"]["KnownTraits"];
            /**
             * Format: date-time
             * @description When it was registered.
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt?: string;
        };
        ProviderTenant: {
            /** @description Id of the project. */
            id?: string;
            /** @description Name of the project. */
            name?: string;
        };
        /** @description Traits of the platform that a discovery does not find. */
        ProviderTraits: {
            /**
             * @description Architecture of its processors; `x86` equals `x86_64`.
             * @default x86
             */
            cpuArchitecture?: string | null;
            /**
             * @description Sort of storage.
             * @default volume
             */
            typeOfStorage?: string | null;
            /**
             * @description Whether its storage supports RDMA.
             * @default false
             */
            rdmaSupported?: boolean | string | null;
        };
        ProviderWithdrawn: {
            /** @description The pool entries that were made, one per part of the window with the same totals. */
            pools: components["schemas"]["PoolEntry"][];
            /** @description Reservations that were moved or put in conflict. */
            displaced: string[];
        };
        QueryCapacityBody: {
            /** @description Only this zone; by default all. */
            zone?: string;
            /**
             * @description Whether `utilization` is wanted.
             * @default true
             */
            "show-utilization"?: boolean | string;
            /** @description Collections to leave out of the result and of the figures, as if they weren’t there, each a bare id or `<Kind>:<id>`. A provider takes with it what lies on it; without an instance, its reservation holds what the instance draws. */
            without?: string[];
            /** @description Maximum number of collections in the list; 10000 without `limit` and `cursor`. */
            limit?: number | string;
            /** @description The `next-cursor` of an earlier answer to the same query. */
            cursor?: string;
            /**
             * @description The figure.
             * @default available
             * @enum {string}
             */
            capacity?: "total" | "reserved" | "available" | "usage";
            elements?: components["schemas"]["ElementsFilter"];
            window?: components["schemas"]["WindowFilter"];
        };
        QueryReservationBody: {
            /** @description Only this zone; by default all. */
            zone?: string;
            /**
             * @description Whether `utilization` is wanted.
             * @default true
             */
            "show-utilization"?: boolean | string;
            /** @description Collections to leave out of the result and of the figures, as if they weren’t there, each a bare id or `<Kind>:<id>`. A provider takes with it what lies on it; without an instance, its reservation holds what the instance draws. */
            without?: string[];
            /** @description Maximum number of collections in the list; 10000 without `limit` and `cursor`. */
            limit?: number | string;
            /** @description The `next-cursor` of an earlier answer to the same query. */
            cursor?: string;
            /** @description The same as `window`; members given in both must be equal. */
            wndow?: components["schemas"]["WindowFilter"];
            elements?: components["schemas"]["ElementsFilter"];
            window?: components["schemas"]["WindowFilter"];
        };
        Ready: {
            /** @constant */
            status: "ok";
            /** @description Number of the known zones whose database node does not answer; absent if all nodes do. */
            zonesAway?: number;
        };
        ReceivedNotification: {
            /**
             * Format: uuid
             * @description Its id in the inbox.
             */
            id: string;
            /**
             * @description By the path it came on; `reservation` for one with a `changeId` on the path of compute.
             * @enum {string}
             */
            kind: "compute" | "network" | "storage" | "reservation";
            /**
             * Format: date-time
             * @description When it came.
             */
            received: string;
            /** @description Its body as it was received. */
            notification: {
                [key: string]: unknown;
            };
        };
        ReceivedNotificationPage: {
            /** @description The items of this page. */
            items: components["schemas"]["ReceivedNotification"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        Reconciliation: {
            /**
             * Format: uuid
             * @description The provider.
             */
            providerId: string;
            /** @description Number of servers of this deployment that its platform listed. */
            servers: number;
            /** @description Servers that no instance needed; they have been removed. */
            removed: components["schemas"]["RemovedServer"][];
            /** @description Instances whose server was gone; their capacity has been given back. */
            lost: string[];
            /** @description Instances whose server had failed; the same was done. */
            failed: string[];
            /** @description Number of servers without a record that are too young to be removed; a later reconciliation checks them again. */
            young: number;
            /** @description Servers that could not be looked at or removed; they are tried again within a minute. */
            unsettled: components["schemas"]["UnsettledServer"][];
        };
        Redelivered: {
            /** @description How many will be sent again. */
            redelivered: number;
        };
        RehearsedOccurrence: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            end: string;
            /** @description Where it would lie. */
            placement: components["schemas"]["Placement"];
        };
        ReleaseRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            "admitted-again"?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        RemovedServer: {
            /** @description Its id on the platform. */
            serverId: string;
            /**
             * Format: uuid
             * @description The instance it was for.
             */
            instanceId: string;
        };
        /**
         * @description An amount per resource class, as JSON integers or strings of decimal digits. Absent means none.
         * @example {
         *       "cores": "4",
         *       "ram": "8192",
         *       "instances": "2"
         *     }
         */
        RequestedAmounts: {
            /** @description Cores. */
            cores?: number | string;
            /** @description Memory in MB. */
            ram?: number | string;
            /** @description Instances. */
            instances?: number | string;
            /** @description Public IPv4 addresses. */
            addresses?: number | string;
            /** @description Storage in GB. */
            gigabytes?: number | string;
            /** @description Volumes. */
            volumes?: number | string;
            /** @description Snapshots. */
            snapshots?: number | string;
            /** @description Networks. */
            networks?: number | string;
            /** @description Ports. */
            ports?: number | string;
            /** @description Routers. */
            routers?: number | string;
            /** @description Subnets. */
            subnets?: number | string;
        };
        RequiredTraits: {
            /** @description Architecture of its processors; `x86` equals `x86_64`. */
            cpuArchitecture?: string | null;
            /** @description Sort of storage; `volume` where it is not known. */
            typeOfStorage?: string | null;
            /** @description Whether its storage has to support RDMA; false requires nothing. */
            rdmaSupported?: boolean | string | null;
        };
        Reservation: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            /** @description Its zone. */
            zone: string;
            /** @description Its tenant, if it has one. */
            tenant?: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Which of the three kinds of resources it holds; `mixed`: several.
             * @enum {string}
             */
            kind: "compute" | "containers" | "network" | "storage" | "mixed";
            /**
             * @description Follows from the clock; `held`: not confirmed yet; `waiting`: it holds nothing until it fits; `conflict`: capacity was withdrawn below it.
             * @enum {string}
             */
            state: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /**
             * Format: date-time
             * @description When it begins.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            end?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiry?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it was admitted, or did not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /** @description What it reserves. */
            capacity: components["schemas"]["Amounts"];
            /** @description Traits that each provider which backs it must have; absent: any. */
            traits?: components["schemas"]["ReservationTraits"];
            /** @description What it protects. */
            elements: string[];
            /** @description The addresses it holds. */
            publicIps: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated?: string;
            /**
             * Format: date-time
             * @description When it was ended before its end.
             */
            ended?: string;
            /** @description How much of it which provider backs. */
            claims: components["schemas"]["ReservationClaim"][];
            /** @description The instances that draw on it, or have drawn: 1000 at most, live ones first. All are in GET /instances. */
            instances: components["schemas"]["DrawingInstance"][];
            /** @description Its ledger entries in its present zone, and those of its instances, the first 1000. */
            history: components["schemas"]["HistoryLine"][];
        };
        ReservationAccepted: {
            /** @constant */
            result: "ok";
            /**
             * Format: uuid
             * @description Its id.
             */
            "reservation-id": string;
            /** @description `reservation request accepted` */
            message: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            "held-until"?: string;
            /**
             * @description It does not fit now, and waits until it does; absent: it is admitted.
             * @constant
             */
            state?: "waiting";
            /**
             * Format: uuid
             * @description Of a series: its id.
             */
            "series-id"?: string;
            /** @description Of a series: all of it, in order; `reservation-id` is the first. */
            occurrences?: components["schemas"]["AcceptedOccurrence"][];
            warnings?: components["schemas"]["Warnings"];
        };
        ReservationChange: {
            /** @description True for a test event; absent otherwise. */
            test?: boolean;
            /** @description Id of the change; the same when it is sent again. */
            changeId?: string;
            /** @description The reservation that has changed. */
            reservationId?: string;
            /** @description Name of the service that sends it. */
            vimId?: string;
            /** @description What sort of change it is, such as `Reservation created` or `Reservation time change`. */
            changeType?: string;
            /** @description Only what has changed; of `Reservation created` the data of the reservation. */
            changedReservationData?: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description The subscription it is for.
             */
            reservationChangeSubscriptionId?: string;
        };
        ReservationClaim: {
            /**
             * Format: uuid
             * @description A provider.
             */
            providerId?: string;
            /** @description What it backs. */
            capacity?: components["schemas"]["Amounts"];
        };
        ReservationFilter: {
            /** @description The requested reservations. */
            queryReservationFilter?: components["schemas"]["FilteredReservation"][];
            /** @description The short form of `queryReservationFilter`, for query parameters: one reservation, or several, each bare or as `ResourceReservation:<id>`. */
            reservationId?: string | string[];
            /**
             * @description Reservations on a page, where none is named.
             * @default 10
             */
            limit?: number | string;
            /** @description The `next` of an earlier page. */
            cursor?: string;
        };
        ReservationPage: {
            /** @description The items of this page. */
            items: components["schemas"]["ReservationSummary"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        ReservationRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Where it would lie. */
            placement: components["schemas"]["Placement"];
            /**
             * @description It would wait until it fits; absent: it would be admitted.
             * @constant
             */
            state?: "waiting";
            /**
             * Format: date-time
             * @description End of its hold.
             */
            "held-until"?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ReservationSubscribed: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /** @description What its notifications are signed with (Standard Webhooks). It is not shown again. */
            secret: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationChangeSubscriptionId: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ReservationSummary: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            /** @description Its zone. */
            zone: string;
            /** @description Its tenant, if it has one. */
            tenant?: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Which of the three kinds of resources it holds; `mixed`: several.
             * @enum {string}
             */
            kind: "compute" | "containers" | "network" | "storage" | "mixed";
            /**
             * @description Follows from the clock; `held`: not confirmed yet; `waiting`: it holds nothing until it fits; `conflict`: capacity was withdrawn below it.
             * @enum {string}
             */
            state: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /**
             * Format: date-time
             * @description When it begins.
             */
            start: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            end?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiry?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it was admitted, or did not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /** @description What it reserves. */
            capacity: components["schemas"]["Amounts"];
            /** @description Traits that each provider which backs it must have; absent: any. */
            traits?: components["schemas"]["ReservationTraits"];
            /** @description What it protects. */
            elements: string[];
            /** @description The addresses it holds. */
            publicIps: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated?: string;
            /**
             * Format: date-time
             * @description When it was ended before its end.
             */
            ended?: string;
        };
        ReservationTerminated: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ReservationTraits: {
            /** @description Architecture of processors. */
            cpuArchitecture?: string;
            /** @description Sort of storage. */
            typeOfStorage?: string;
            /** @description Whether storage supports RDMA. */
            rdmaSupported?: boolean;
        };
        ReservationsFound: {
            /** @constant */
            result: "ok";
            /** @description The `cursor` of the next page; absent on the last one. */
            "next-cursor"?: string;
            /** @description One row per instant at which something changes, the first at the start of the window; empty when not wanted. The figures are of all collections that match, however few of them are listed. */
            utilization: components["schemas"]["UtilizationRow"][];
            /**
             * Format: date-time
             * @description Time at which `utilization` is cut because it has too many rows; absent if it is complete. To continue, repeat the query with this as `window.start`.
             */
            "utilization-omitted-from"?: string;
            /** @description The reservations that match. */
            reservations: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        ResourceDescriptor: {
            /** @description Type of a compute resource. */
            computeResourceTypeId?: string;
            /** @description Type of a network resource. */
            networkResourceTypeId?: string;
            /** @description Type of a storage resource. */
            storageResourceTypeId?: string;
        };
        RetirementRehearsed: {
            /**
             * Format: uuid
             * @description Its id.
             */
            providerId: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description The pool entries that would end with it. */
            pools: string[];
        };
        RotateKeyBody: {
            /**
             * @description Seconds for which the previous secret is also accepted; by default a day. It is never accepted after its own expiry.
             * @default 86400
             */
            overlapSeconds?: number | string;
            /**
             * Format: date-time
             * @description End of validity of the new key; by default that of the previous one. Required if the key has expired.
             */
            expires?: string;
        };
        SearchedWindow: {
            /** @description Start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description End; absent or null: a year after the start.
             */
            end?: string | null;
        };
        SecretRotated: {
            /**
             * Format: uuid
             * @description Its id.
             */
            subscriptionId: string;
            /** @description What its notifications are signed with (Standard Webhooks). It is not shown again. */
            secret: string;
            /**
             * Format: date-time
             * @description End of the time in which the previous secret also signs notifications.
             */
            previousSecretUntil: string;
        };
        SelfCheck: {
            /** @description Zones that were compared: those this process has decided for. */
            zones: number;
            /** @description Differences between memory and ledger; empty unless there is a defect. */
            differences: components["schemas"]["FoldDifference"][];
        };
        SeriesDone: {
            /** @constant */
            result: "ok";
            /** @description What was done, in words that never change. */
            message: string;
            /** @description Of a series: those concerned, in order. */
            "reservation-ids"?: string[];
            /**
             * @description After an update: it still waits for capacity.
             * @constant
             */
            state?: "waiting";
            warnings?: components["schemas"]["Warnings"];
        };
        SeriesRehearsed: {
            /** @constant */
            result: "ok";
            /** @description The words of the real answer. */
            message: string;
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            "dry-run": true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            "admitted-again"?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /** @description All of it, in order. */
            occurrences: components["schemas"]["RehearsedOccurrence"][];
            /** @description Of an update: those that would change, in order. */
            "reservation-ids"?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        Signpost: {
            /** @constant */
            service: "Headroom";
            /** @description The version of the interface. */
            version: string;
            /** @description This document for people. */
            documentation: string;
            /** @description This document. */
            description: string;
            /** @description Whether the process answers. */
            liveness: string;
            /** @description Whether it is ready for traffic. */
            readiness: string;
            /** @description What Prometheus scrapes. */
            metrics: string;
            interfaces: components["schemas"]["Interfaces"];
        };
        StorageAttributes: {
            /** @description Sort of storage; the container lies on a provider that has it. */
            typeOfStorage?: string;
            /** @description Size in GB. */
            sizeOfStorage?: number | string;
        };
        StorageCapacityFilter: {
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /** @description The figures that are wanted; by default all four. */
            attributeSelector?: ("available" | "reserved" | "total" | "allocated") | ("available" | "reserved" | "total" | "allocated")[];
            /**
             * @description Whether `timeline` is wanted: how the figures go over the period.
             * @default false
             */
            showTimeline?: boolean | string;
            /**
             * @description Zones in the breakdown at most.
             * @default 10
             */
            limit?: number | string;
            /** @description Seconds. The time line then has one row per part of the period that is so long, with the figures of its worst instant. By type only; needs `showTimeline`, and `stopTime` if there is a `timePeriod`. At least a 999th of the period. */
            resolution?: number | string;
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            storageResourceTypeId?: "storageSize" | "volumes" | "snapshots" | "numVolumes" | "numSnapshots";
            resourceCriteria?: components["schemas"]["StorageCriteria"];
            timePeriod?: components["schemas"]["TimePeriod"];
        } & (unknown | unknown);
        /** @description The shape of one: a volume with these. */
        StorageCriteria: {
            /** @description Only providers with this sort of storage. */
            typeOfStorage?: string;
            /** @description Size of one in GB. */
            sizeOfStorage?: number | string;
            /** @description Only providers whose storage supports RDMA. */
            rdmaSupported?: boolean | string;
        };
        StoragePoolReservation: {
            /** @description Storage in GB. */
            storageSize?: number | string;
            /** @description Snapshots. */
            numSnapshots?: number | string;
            /** @description Volumes. */
            numVolumes?: number | string;
        };
        StoragePoolReserved: {
            /** @description Storage in GB. */
            storageSize?: number;
            /** @description Snapshots. */
            numSnapshots?: number;
            /** @description Volumes. */
            numVolumes?: number;
        };
        StorageRehearsed: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Reserved storage resources. */
            storagePoolReserved: components["schemas"]["StoragePoolReserved"];
            /**
             * Format: uuid
             * @description Its id; absent where it would be created.
             */
            reservationId?: string;
        };
        StorageReservationAnswer: {
            reservationData: components["schemas"]["StorageReserved"];
            /** @description Of a new series: all of it, in order; `reservationData` is the first. */
            occurrences?: components["schemas"]["NorthboundOccurrence"][];
            warnings?: components["schemas"]["Warnings"];
        };
        StorageReservationRehearsed: {
            /** @description The reservation as it would be. */
            reservationData: components["schemas"]["StorageRehearsed"];
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Where it would lie. */
            placement: components["schemas"]["NorthboundPlacement"];
            /** @description Of a series: all of it, in order. */
            occurrences?: components["schemas"]["NorthboundRehearsedOccurrence"][];
            /** @description Of an update: those in conflict that would be admitted again. */
            admittedAgain?: string[];
            /** @description Of an update: waiting ones that would be admitted. */
            admitted?: string[];
            warnings?: components["schemas"]["Warnings"];
        };
        StorageReservationsFound: {
            /** @description The reservation or the reservations. */
            queryResult: components["schemas"]["StorageReserved"] | components["schemas"]["StorageReserved"][];
            /** @description The `cursor` of the next page, if there is one. A page may be short, or empty. */
            next?: string;
            warnings?: components["schemas"]["Warnings"];
        };
        StorageReserved: {
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends; absent: open.
             */
            endTime?: string;
            /**
             * Format: date-time
             * @description Time at which it is released if no instance has drawn on it.
             */
            expiryTime?: string;
            /**
             * Format: date-time
             * @description End of its hold, unless it is confirmed before; absent: it needs no confirmation.
             */
            heldUntil?: string;
            /**
             * Format: date-time
             * @description Deadline of its wait; absent: its end, or it does not wait.
             */
            waitUntil?: string;
            /**
             * Format: uuid
             * @description The series it is an occurrence of.
             */
            seriesId?: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            reservationStatus: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
            /** @description Its zone. */
            zoneId: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description Its labels, where it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Reserved storage resources. */
            storagePoolReserved: components["schemas"]["StoragePoolReserved"];
        };
        SubscribeComputeBody: {
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string;
            /**
             * Format: password
             * @description Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never returned.
             */
            callbackToken?: string;
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /** @description The type of compute resource. */
            computeResourceTypeId: components["schemas"]["ComputeResourceTypeId"];
            threshold?: components["schemas"]["ThresholdMember"];
        };
        SubscribeNetworkBody: {
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string;
            /**
             * Format: password
             * @description Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never returned.
             */
            callbackToken?: string;
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            networkResourceTypeId: "publicIps" | "numPublicIps";
            threshold?: components["schemas"]["ThresholdMember"];
        };
        SubscribeReservationBody: {
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string;
            /**
             * Format: password
             * @description Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never returned.
             */
            callbackToken?: string;
            /** @description The reservations to watch; an empty list: all. */
            inputFilter: components["schemas"]["WatchedReservation"][];
        };
        SubscribeStorageBody: {
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string;
            /**
             * Format: password
             * @description Sent to `callbackUri`, which it needs, as `Authorization: Bearer …` with every notification. Kept sealed; never returned.
             */
            callbackToken?: string;
            /** @description Only this zone; by default the whole service. */
            zoneId?: string;
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            storageResourceTypeId: "storageSize" | "volumes" | "snapshots" | "numVolumes" | "numSnapshots";
            threshold?: components["schemas"]["ThresholdMember"];
        };
        Subscription: {
            /**
             * Format: uuid
             * @description Its id.
             */
            subscriptionId: string;
            /**
             * @description Resource type that is watched.
             * @enum {string}
             */
            kind: "compute" | "network" | "storage" | "reservation";
            /** @description Its tenant: a subscription to all reservations covers only those of this tenant. Absent: those of all tenants. */
            tenant?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /**
             * Format: uri
             * @description Base address for the notifications; their path is appended unless it is there already. Without a user name or password in it. Absent: the service’s default or, without one, they are kept for reading.
             */
            callbackUri?: string;
            /** @description The zone that is watched; absent: the whole service. */
            zoneId?: string;
            /** @description The type of compute resource. */
            computeResourceTypeId?: components["schemas"]["ComputeResourceTypeId"];
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            networkResourceTypeId?: "publicIps" | "numPublicIps";
            /**
             * @description The type of resource; the names that begin with `num` are aliases.
             * @enum {string}
             */
            storageResourceTypeId?: "storageSize" | "volumes" | "snapshots" | "numVolumes" | "numSnapshots";
            threshold?: components["schemas"]["ThresholdMember"];
            /** @description Present while the subscription is disabled: nothing is sent. */
            disabled?: components["schemas"]["Disabled"];
            /** @description The reservations that are watched; empty: all. */
            inputFilter?: components["schemas"]["WatchedReservation"][];
        };
        SubscriptionPage: {
            /** @description The items of this page. */
            items: components["schemas"]["Subscription"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        TerminationRehearsed: {
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            admittedAgain?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /**
             * Format: uuid
             * @description Its id.
             */
            reservationId: string;
            warnings?: components["schemas"]["Warnings"];
        };
        ThresholdComparison: {
            /**
             * @description The figure that is compared.
             * @enum {string}
             */
            capacity_info: "available" | "reserved" | "total" | "allocated";
            /**
             * @description How it is compared with `value`.
             * @enum {string}
             */
            condition: "lt" | "le" | "gt" | "ge" | "eq" | "ne";
            /** @description `absoluteValue`: a number in the units of the type; `available` can be negative. `percentageOfTotal`: 0 to 100. */
            value: number | string;
        };
        /** @description When a notification is wanted: once the condition becomes true. Without a threshold, at every change. */
        ThresholdMember: {
            /**
             * @description What `value` is.
             * @enum {string}
             */
            thresholdType: "absoluteValue" | "percentageOfTotal";
            threshold: components["schemas"]["ThresholdComparison"];
        };
        /** @description The period of the query; absent, empty, or with nulls only: now. */
        TimePeriod: {
            /** @description Its start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. A period that is wholly past, or with `showTimeline`, is answered as it was. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description Its end; absent or null: open.
             */
            stopTime?: string | null;
        };
        TimelineRow: {
            /**
             * Format: date-time
             * @description Start.
             */
            startTime: string;
            capacityInformation: components["schemas"]["CapacityInformation"];
            /**
             * Format: date-time
             * @description With `resolution`: the worst instant of the part, whose figures these are.
             */
            worstTime?: string;
        };
        UnsettledServer: {
            /** @description Its id on the platform. */
            serverId: string;
            /**
             * Format: uuid
             * @description The instance it was for.
             */
            instanceId: string;
            /** @description What the platform answered, or that it did not. */
            reason: string;
        };
        Unsubscribed: {
            /**
             * Format: uuid
             * @description Its id.
             */
            subscriptionId: string;
        };
        UpdateComputeBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
            /** @description Containers, each of which counts as one instance; not together with `computePoolReservation`. */
            virtualizationContainerReservation?: components["schemas"]["ContainerReservation"][];
            computePoolReservation?: components["schemas"]["ComputePoolReservation"];
        };
        UpdateNetworkBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
            networkReservation?: components["schemas"]["NetworkReservation"];
        };
        UpdateReservationBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description Id of an availability zone; by default the zone with the most room that fits. An update without it keeps the zone. */
            zone?: string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            end?: string | null;
            /** @description What to reserve. */
            capacity?: components["schemas"]["RequestedAmounts"];
            /** @description Existing instances, pools, providers or reservations that are protected while the reservation lives; a provider or pool also says where it lies. */
            elements?: string[];
            /** @description Seconds after the start at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes the expiry. */
            expiry?: number | string | null;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Traits that each provider which backs it must have. An update with null removes a trait, or all. */
            traits?: components["schemas"]["RequiredTraits"] | null;
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            "reservation-id"?: string;
            /** @description Instead of `reservation-id`: all of a series that have not begun. Times and zone stay. */
            "series-id"?: string;
        };
        UpdateStorageBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description When consumption can begin. Omitted, null, 0 and "0" mean now; a start in the past means from now on. An update without it keeps the start. */
            startTime?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description When consumption should end; absent or null: open. An update without it keeps the end, and with null takes the end away.
             */
            endTime?: string | null;
            /**
             * Format: date-time
             * @description Time at which the reservation is released if no instance has drawn on it; not after its end. An update with null removes it.
             */
            expiryTime?: string | null;
            /** @description The zone it has to lie in; by default the one with the most room that fits. An update without it keeps the zone. */
            zoneId?: string;
            /** @description A name to filter by, not necessarily unique. Null removes it. */
            name?: string | null;
            /** @description Key → text, to filter by. New labels replace all present ones; null removes all. */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description The reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
            storagePoolReservation?: components["schemas"]["StoragePoolReservation"];
        };
        Usage: {
            /**
             * Format: date-time
             * @description Start.
             */
            from: string;
            /**
             * Format: date-time
             * @description End.
             */
            to: string;
            /**
             * @description What there is a row for.
             * @enum {string}
             */
            by: "reservation" | "tenant" | "zone" | "provider" | "class";
            /** @description Per row and class, in the order of the keys. */
            rows: components["schemas"]["UsageLine"][];
        };
        UsageLine: {
            /**
             * Format: uuid
             * @description The reservation.
             */
            reservationId?: string;
            /** @description Its name, where it has one. */
            name?: string;
            /** @description The tenant; absent: of none. */
            tenant?: string;
            /** @description The zone. */
            zone?: string;
            /**
             * Format: uuid
             * @description The provider.
             */
            providerId?: string;
            /** @description The resource class. */
            class: string;
            /** @description What was promised to reservations, in units times hours. */
            reservedHours: number;
            /** @description What their instances used of it. */
            usedHours: number;
            /** @description What nothing used of it. */
            idleHours: number;
            /** @description What instances used outside of reservations. */
            unreservedHours: number;
            /** @description The most that was promised at an instant. */
            peak: number;
            /** @description `idleHours` of `reservedHours`; absent where nothing was reserved. */
            idleShare?: number;
        };
        UtilizationRow: {
            /**
             * Format: date-time
             * @description Start.
             */
            timestamp: string;
            /** @description How many of the collections are in force. */
            count: number;
            /** @description The figure. */
            capacity: components["schemas"]["Amounts"];
        };
        VirtualCpu: {
            /** @description Virtual CPUs. */
            numVirtualCpu?: number | string;
            /** @description Their architecture; the container lies on a provider that has it. */
            cpuArchitecture?: string;
        };
        VirtualCpuCriteria: {
            /** @description Only providers of this architecture; `x86` equals `x86_64`. */
            cpuArchitecture?: string;
            /** @description Virtual CPUs of one. */
            numVirtualCpu?: number | string;
        };
        VirtualCpuReserved: {
            /** @description Virtual CPUs. */
            numVirtualCpu?: number;
            /** @description Their architecture. */
            cpuArchitecture?: string;
        };
        VirtualDisk: {
            /**
             * Format: uuid
             * @description Its id.
             */
            storageId?: string;
            /** @description The flavor of its container. */
            flavourId?: string;
            /** @description Sort of storage. */
            typeOfStorage?: string;
            /** @description Size in GB. */
            sizeOfStorage?: number;
            /**
             * @description Its state.
             * @constant
             */
            operationalState?: "enabled";
        };
        VirtualMemory: {
            /** @description Kept and answered. */
            numaEnabled?: boolean | string;
            /** @description Memory in MB. */
            virtualMemSize?: number | string;
        };
        VirtualMemoryCriteria: {
            /** @description Memory of one in MB. */
            virtualMemSize?: number | string;
        };
        VirtualMemoryReserved: {
            /** @description Boolean text. */
            numaEnabled?: string;
            /** @description Memory in MB. */
            virtualMemSize?: number;
        };
        /** @description Members and query parameters of the request that were ignored; absent: none. */
        Warnings: string[];
        WatchedReservation: {
            /** @description A reservation, bare or as `ResourceReservation:<id>`. */
            reservationId: string;
        };
        WindowFilter: {
            /** @description Its start; omitted, null, 0 and "0" mean now, or that it has none if the end is past. A start in the past is as it was. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description Its end, later than its start; absent or null: none.
             */
            end?: string | null;
            /**
             * @description `inclusive`: alive at some instant of the window; `exclusive`: wholly inside. The figures are those of the collections listed.
             * @default inclusive
             * @enum {string}
             */
            scope?: "inclusive" | "exclusive";
        };
        WindowsFound: {
            /** @description The earliest first; empty if the demand fits in no window. */
            windows: components["schemas"]["FoundWindow"][];
            /** @description Whether there may be later ones. */
            more: boolean;
            /** @description The hold of the first window; absent without `hold`, or if no window was found. */
            held?: components["schemas"]["HeldFirst"];
        };
        WithdrawBody: {
            /**
             * @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent.
             * @default false
             */
            "dry-run"?: boolean | string;
            /**
             * @description The same as `dry-run`.
             * @default false
             */
            dryRun?: boolean | string;
            /** @description Start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. */
            start?: string | (0 | "0" | null);
            /**
             * Format: date-time
             * @description End; absent or null: open.
             */
            end?: string | null;
        };
        WithdrawalRehearsed: {
            /**
             * @description Nothing was stored, and nothing was notified.
             * @constant
             */
            dryRun: true;
            /** @description Reservations in conflict that would be admitted again, the oldest first. */
            admittedAgain?: string[];
            /** @description Waiting reservations that would be admitted, the oldest first. */
            admitted?: string[];
            /** @description Reservations that would be placed anew in their zone, the latest created first. */
            moved: string[];
            /** @description Reservations that would be put in conflict, the latest created first. */
            inConflict: string[];
            /** @description The most that would be taken away at an instant, per class. */
            withdrawn: components["schemas"]["Amounts"];
        };
        Zone: {
            /** @description Its name. */
            zone: string;
            /** @description How many providers serve it; those that are retired do not. Consumers do not see it, nor `createdAt`. */
            providers?: number;
            /**
             * Format: date-time
             * @description When its first provider was registered.
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When its figures last changed.
             */
            changedAt: string;
        };
        ZoneCapacity: {
            /** @description A zone. */
            zoneId?: string;
            capacityInformation?: components["schemas"]["CapacityInformation"];
        };
        ZonePage: {
            /** @description The items of this page. */
            items: components["schemas"]["Zone"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
        ZoneRange: {
            /** @description An IPv4 network. */
            range: string;
            /**
             * @description Whether it was named for the zone, or taken from the configured ranges.
             * @enum {string}
             */
            origin: "named" | "configured";
            /** @description How many addresses it has for reservations. */
            addresses: number;
            /** @description How many of them no reservation holds now. */
            freeNow: number;
            /** @description How many of them no reservation holds now or later. */
            freeFromNowOn: number;
            /**
             * Format: date-time
             * @description When the zone was given it.
             */
            createdAt: string;
        };
        ZoneRangePage: {
            /** @description The items of this page. */
            items: components["schemas"]["ZoneRange"][];
            /** @description The `cursor` of the next page; absent on the last one, where the list ends. */
            next?: string;
        };
    };
    responses: {
        /** @description The body is no JSON object (`malformed-json`, `body-not-an-object`) or holds what cannot be stored. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is no JSON object (`malformed-json`, `body-not-an-object`) or holds what cannot be stored. */
        OperationsBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description The body is larger than 256 KiB; one for the inbox, than 16 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 256 KiB; one for the inbox, than 16 KiB. */
        OperationsPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description The body is something else than JSON in UTF-8 without a content encoding. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is something else than JSON in UTF-8 without a content encoding. */
        OperationsUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description There are no credentials (`credentials-missing`), or they are not genuine (`credentials-invalid`) or no longer valid (`credentials-expired`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There are no credentials (`credentials-missing`), or they are not genuine (`credentials-invalid`) or no longer valid (`credentials-expired`). */
        OperationsUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description The caller may not do this (`forbidden`), or it is a consumer and names another tenant than its own (`tenant-mismatch`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller may not do this (`forbidden`), or it is a consumer and names another tenant than its own (`tenant-mismatch`). */
        OperationsForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description The caller sends more than its rate allows, or has too many requests under way. With a rate limit, `RateLimit` and `RateLimit-Policy` say what is left. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller sends more than its rate allows, or has too many requests under way. With a rate limit, `RateLimit` and `RateLimit-Policy` say what is left. */
        OperationsTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description A defect of the service; its log has the cause, with the request's id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A defect of the service; its log has the cause, with the request's id. */
        OperationsInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
        /** @description Not now: too many requests are under way (`too-many-requests-under-way`) or wait for a zone (`queue-full`), the database does not answer (`database-unavailable`), whether a change took effect could not be told (`outcome-unknown`), or its answer can not be decrypted (`answer-unreadable`). */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Not now: too many requests are under way (`too-many-requests-under-way`) or wait for a zone (`queue-full`), the database does not answer (`database-unavailable`), whether a change took effect could not be told (`outcome-unknown`), or its answer can not be decrypted (`answer-unreadable`). */
        OperationsUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["OperationsProblem"];
                "application/json": components["schemas"]["OperationsProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's `X-Request-Id` (1 to 128 letters, digits, `.`, `_`, `-`), or one made for it. */
        RequestId: string;
        /** @description Seconds after which trying again makes sense. */
        RetryAfter: number;
        /** @description The address of the next page, as `<…>; rel="next"` (RFC 8288). */
        Link: string;
        /** @description `true` where the answer is that of an earlier request under the same `Idempotency-Key`; else absent. */
        IdempotencyReplayed: "true";
        /** @description The accepted authentication schemes (RFC 9110). */
        WWWAuthenticate: string;
        /** @description Always `no-store`. */
        CacheControl: "no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to go on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signpost"];
                };
            };
            /** @description To `/console`, or `/docs`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProviderRequest"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderAdded"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Only changes at this time or later. */
                from?: string;
                /** @description Only changes before this time. */
                to?: string;
                /** @description Only changes by this principal. */
                principal?: string;
                /** @description Only changes for this tenant. */
                tenant?: string;
                /** @description Only changes of the object with this id. What was done to a series as a whole is under its own. */
                target?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelReservationBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDone"] | components["schemas"]["CancellationRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    receiveComputeNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Asks whether notifications are wanted here: the answer is 200 with the same, and nothing is kept. */
                "Headroom-Challenge"?: string;
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"] | components["schemas"]["ReservationChange"];
            };
        };
        responses: {
            /** @description The challenge that was asked; notifications are wanted here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeEcho"];
                };
            };
            /** @description Kept. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryComputeCapacity: {
        parameters: {
            query?: {
                /** @description Only this zone; by default the whole service. */
                zoneId?: string;
                /** @description The figures that are wanted; by default all four. */
                attributeSelector?: ("available" | "reserved" | "total" | "allocated")[];
                /** @description Whether `timeline` is wanted: how the figures go over the period. */
                showTimeline?: boolean | string;
                /** @description Zones in the breakdown at most. */
                limit?: number | string;
                /** @description Seconds. The time line then has one row per part of the period that is so long, with the figures of its worst instant. By type only; needs `showTimeline`, and `stopTime` if there is a `timePeriod`. At least a 999th of the period. */
                resolution?: number | string;
                /** @description The type of compute resource. */
                computeResourceTypeId?: components["schemas"]["ComputeResourceTypeId"];
                /** @description Only providers of this architecture; `x86` equals `x86_64`. */
                "resourceCriteria.virtualCpu.cpuArchitecture"?: string;
                /** @description Virtual CPUs of one. */
                "resourceCriteria.virtualCpu.numVirtualCpu"?: number | string;
                /** @description Only providers of this architecture; `x86` equals `x86_64`. */
                "resourceCriteria.virtualCPU.cpuArchitecture"?: string;
                /** @description Virtual CPUs of one. */
                "resourceCriteria.virtualCPU.numVirtualCpu"?: number | string;
                /** @description Memory of one in MB. */
                "resourceCriteria.virtualMemory.virtualMemSize"?: number | string;
                /** @description Its start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. A period that is wholly past, or with `showTimeline`, is answered as it was. */
                "timePeriod.startTime"?: string | (0 | "0" | null);
                /** @description Its end; absent or null: open. */
                "timePeriod.stopTime"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ComputeCapacityFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong, or neither or both of the two forms were given (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    subscribeComputeCapacity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeComputeBody"];
            };
        };
        responses: {
            /** @description Subscribed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacitySubscribed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveNetworkNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Asks whether notifications are wanted here: the answer is 200 with the same, and nothing is kept. */
                "Headroom-Challenge"?: string;
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"];
            };
        };
        responses: {
            /** @description The challenge that was asked; notifications are wanted here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeEcho"];
                };
            };
            /** @description Kept. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryNetworkCapacity: {
        parameters: {
            query?: {
                /** @description Only this zone; by default the whole service. */
                zoneId?: string;
                /** @description The figures that are wanted; by default all four. */
                attributeSelector?: ("available" | "reserved" | "total" | "allocated")[];
                /** @description Whether `timeline` is wanted: how the figures go over the period. */
                showTimeline?: boolean | string;
                /** @description Zones in the breakdown at most. */
                limit?: number | string;
                /** @description The type of resource; the names that begin with `num` are aliases. */
                networkResourceTypeId?: "publicIps" | "numPublicIps";
                /** @description Its start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. A period that is wholly past, or with `showTimeline`, is answered as it was. */
                "timePeriod.startTime"?: string | (0 | "0" | null);
                /** @description Its end; absent or null: open. */
                "timePeriod.stopTime"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NetworkCapacityFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong, or neither or both of the two forms were given (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    subscribeNetworkCapacity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeNetworkBody"];
            };
        };
        responses: {
            /** @description Subscribed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacitySubscribed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveStorageNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Asks whether notifications are wanted here: the answer is 200 with the same, and nothing is kept. */
                "Headroom-Challenge"?: string;
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"];
            };
        };
        responses: {
            /** @description The challenge that was asked; notifications are wanted here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeEcho"];
                };
            };
            /** @description Kept. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryStorageCapacity: {
        parameters: {
            query?: {
                /** @description Only this zone; by default the whole service. */
                zoneId?: string;
                /** @description The figures that are wanted; by default all four. */
                attributeSelector?: ("available" | "reserved" | "total" | "allocated")[];
                /** @description Whether `timeline` is wanted: how the figures go over the period. */
                showTimeline?: boolean | string;
                /** @description Zones in the breakdown at most. */
                limit?: number | string;
                /** @description Seconds. The time line then has one row per part of the period that is so long, with the figures of its worst instant. By type only; needs `showTimeline`, and `stopTime` if there is a `timePeriod`. At least a 999th of the period. */
                resolution?: number | string;
                /** @description The type of resource; the names that begin with `num` are aliases. */
                storageResourceTypeId?: "storageSize" | "volumes" | "snapshots" | "numVolumes" | "numSnapshots";
                /** @description Only providers with this sort of storage. */
                "resourceCriteria.typeOfStorage"?: string;
                /** @description Size of one in GB. */
                "resourceCriteria.sizeOfStorage"?: number | string;
                /** @description Only providers whose storage supports RDMA. */
                "resourceCriteria.rdmaSupported"?: boolean | string;
                /** @description Its start. Omitted, null, 0 and "0" mean now; a start in the past means from now on. A period that is wholly past, or with `showTimeline`, is answered as it was. */
                "timePeriod.startTime"?: string | (0 | "0" | null);
                /** @description Its end; absent or null: open. */
                "timePeriod.stopTime"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StorageCapacityFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong, or neither or both of the two forms were given (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    subscribeStorageCapacity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeStorageBody"];
            };
        };
        responses: {
            /** @description Subscribed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacitySubscribed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No provider is in the zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmReservationBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    createInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInstanceBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceAccepted"] | components["schemas"]["InstanceRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    createReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReservationBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationAccepted"] | components["schemas"]["ReservationRehearsed"] | components["schemas"]["SeriesRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    decreaseCapacity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecreaseCapacityBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityChanged"] | components["schemas"]["CapacityRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those made at this time or later. */
                from?: string;
                /** @description Those made before this time. */
                to?: string;
                /** @description Those in this state; by default in any. */
                state?: "kept" | "waiting" | "delivered" | "superseded" | "dead";
                /** @description Those of this subscription; by default of any. */
                subscription?: string;
                /** @description Those of subscriptions made for this tenant; by default of any. */
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id: the `notificationId` or `changeId` of its body. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithLog"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such delivery, or it has been deleted already (`unknown-delivery`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id: the `notificationId` or `changeId` of its body. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Will be sent. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such delivery, or it has been deleted already (`unknown-delivery`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The subscription is disabled (`subscription-disabled`), or there is no address to send to (`no-callback`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    destroyInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DestroyInstanceBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"] | components["schemas"]["ReleaseRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    findWindows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindWindowsBody"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowsFound"];
                };
            };
            /** @description A member is missing, wrong or not known (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    increaseCapacity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncreaseCapacityBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityChanged"] | components["schemas"]["CapacityRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    listInstances: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those in force at this time or later. */
                from?: string;
                /** @description Those in force before this time; with `from`, at some instant between the two. */
                to?: string;
                /** @description Those of this zone, which must be known; by default of any. */
                zone?: string;
                /** @description Those of this provider; by default of any. */
                provider?: string;
                /** @description Those that draw on this reservation; by default of any. */
                reservation?: string;
                /** @description Those for this tenant; by default of any. */
                tenant?: string;
                /** @description Those in this state; by default in any. */
                state?: "pending" | "active" | "deleting" | "deleted" | "error";
                /** @description Those of exactly this name. */
                name?: string;
                /** @description Those with this label: `key:value`, or `key` for one with whatever text. Repeated: with all of them. */
                label?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstancePage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id, bare or as `ResourceAllocation:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such instance (`unknown-instance`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceAllocation:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkInstanceBody"];
            };
        };
        responses: {
            /** @description The instance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description Neither a name nor labels are given, or one is wrong (`invalid-request`); or the body is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such instance (`unknown-instance`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those of this tenant; by default of any. */
                tenant?: string;
                /** @description Those with this role; by default with any. */
                role?: "machine" | "consumer" | "auditor" | "operator" | "admin";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyBody"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The bootstrap key made an admin key at the same time (`bootstrap-key-used`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such key (`unknown-key`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such key (`unknown-key`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeKeyBody"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such key (`unknown-key`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is revoked (`key-revoked`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeyBody"];
            };
        };
        responses: {
            /** @description Rotated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotated"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such key (`unknown-key`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is revoked (`key-revoked`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the text format of Prometheus; with tracing also as OpenMetrics, with exemplars, where `Accept` prefers it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/openmetrics-text": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those received at this time or later. */
                from?: string;
                /** @description Those received before this time. */
                to?: string;
                /** @description Those of this kind; by default of any. */
                kind?: "compute" | "network" | "storage" | "reservation";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedNotificationPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPools: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those in force at this time or later. */
                from?: string;
                /** @description Those in force before this time; with `from`, at some instant between the two. */
                to?: string;
                /** @description Those of this zone, which must be known; by default of any. */
                zone?: string;
                /** @description Those of this provider; by default of any. */
                provider?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolEntryPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id, bare or as `ResourcePool:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolEntry"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such pool entry (`unknown-pool`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endPool: {
        parameters: {
            query?: {
                /** @description The same as `dryRun`. */
                "dry-run"?: boolean | string;
                /** @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent. */
                dryRun?: boolean | string;
                /** @description End it even if its capacity is promised. */
                force?: boolean | string;
            };
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourcePool:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool entry as it is now, and the affected reservations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolEntryEnded"] | components["schemas"]["PoolEndRehearsed"];
                };
            };
            /** @description `force` is neither `true` nor `false` (`invalid-request`), or the body is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such pool entry, or it has ended already (`unknown-pool`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Its capacity is promised (`capacity-insufficient`): `detail` names the first instant and the shortfall. Or a reservation has it as an element (`protected`). Or more than 50,000 reservations could be displaced (`too-many-displaced`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those of this zone, which must be known; by default of any. */
                zone?: string;
                /** @description Those with the project of this id or name. */
                tenant?: string;
                /** @description Those in this state; by default in any. */
                state?: "pending" | "active" | "error" | "retired";
                /** @description Those of this kind; by default of any. */
                kind?: "openstack" | "hp" | "rackspace" | "amazon" | "joyent" | "azure" | "simulated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id, bare or as `ResourceProvider:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such provider (`unknown-provider`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retireProvider: {
        parameters: {
            query?: {
                /** @description The same as `dryRun`. */
                "dry-run"?: boolean | string;
                /** @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent. */
                dryRun?: boolean | string;
            };
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceProvider:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retired. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderRetired"] | components["schemas"]["RetirementRehearsed"];
                };
            };
            /** @description There is a body, although none is needed, and it is no JSON object (`body-not-an-object`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such provider, or it is retired already (`unknown-provider`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Instances have, or may still have, a server on its platform, or live reservations are backed by it or tied to it by an element (`provider-in-use`); `dependents` names up to 100 of them. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    discoverProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceProvider:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider after the discovery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description There is a body, although none is needed, and it is no JSON object (`body-not-an-object`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such provider (`unknown-provider`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider is retired (`provider-retired`): the service no longer calls its platform. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reconcileProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceProvider:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found, and has been mended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such provider (`unknown-provider`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The platform refuses (`platform-refused`), or is being compared all the time (`reconciliation-under-way`), or the provider is retired (`provider-retired`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The platform does not answer, or there is more to mend than fits into 20 seconds: `detail` says how many servers were mended, and a repetition goes on (both `platform-unreachable`). Or this service can not now. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceProvider:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawBody"];
            };
        };
        responses: {
            /** @description The capacity that was taken away. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderWithdrawn"] | components["schemas"]["WithdrawalRehearsed"];
                };
            };
            /** @description The window is over or empty (`invalid-request`), or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such provider (`unknown-provider`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The provider is retired (`provider-retired`), and has no capacity. Or more than 50,000 reservations could be displaced (`too-many-displaced`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryCapacity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryCapacityBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionsFound"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    queryReservation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryReservationBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationsFound"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Not ready (`draining`, `requests-miscounted`, `migrations-pending`, `database-read-only`, `database-unavailable`). */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportIdle: {
        parameters: {
            query?: {
                /** @description Of this zone only. */
                zone?: string;
                /** @description Of this tenant only; a consumer has no other than its own. */
                tenant?: string;
                /** @description Those drawn on less than this share since their start. */
                threshold?: number;
                /** @description Maximum number of reservations. */
                limit?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those drawn on less than the threshold since their start. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Idle"];
                    "text/csv": string;
                };
            };
            /** @description A query parameter is missing, wrong or not known (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportUsage: {
        parameters: {
            query?: {
                /** @description Of this zone only. */
                zone?: string;
                /** @description Of this tenant only; a consumer has no other than its own. */
                tenant?: string;
                /** @description What there is a row for, per resource class. */
                by?: "reservation" | "tenant" | "zone" | "provider" | "class";
                /** @description Start; by default 30 days before `to`. */
                from?: string;
                /** @description End; by default now. A later end includes planned reservations. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                    "text/csv": string;
                };
            };
            /** @description A query parameter is missing, wrong or not known (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmComputeReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description Confirmed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeReservationAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The reservation waits for capacity: it holds nothing that could be confirmed (`reservation-inactive`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createComputeReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComputeBody"];
            };
        };
        responses: {
            /** @description Reserved. The status is `initialized`, also where the start is now, or `held`, or `waiting`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeReservationAnswer"] | components["schemas"]["ComputeReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryComputeReservations: {
        parameters: {
            query?: {
                /** @description The short form of `queryReservationFilter`, for query parameters: one reservation, or several, each bare or as `ResourceReservation:<id>`. */
                reservationId?: string[];
                /** @description Reservations on a page, where none is named. */
                limit?: number | string;
                /** @description The `next` of an earlier page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReservationFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeReservationsFound"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateComputeReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateComputeBody"];
            };
        };
        responses: {
            /** @description Changed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeReservationAnswer"] | components["schemas"]["ComputeReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    terminateComputeReservation: {
        parameters: {
            query?: {
                /** @description The same as `dryRun`. */
                "dry-run"?: boolean | string;
                /** @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent. */
                dryRun?: boolean | string;
            };
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceReservation:<id>`. */
                reservation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Terminated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationTerminated"] | components["schemas"]["TerminationRehearsed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Another reservation protects it (`protected`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmNetworkReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description Confirmed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReservationAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The reservation waits for capacity: it holds nothing that could be confirmed (`reservation-inactive`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createNetworkReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNetworkBody"];
            };
        };
        responses: {
            /** @description Reserved. The status is `initialized`, also where the start is now, or `held`, or `waiting`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReservationAnswer"] | components["schemas"]["NetworkReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryNetworkReservations: {
        parameters: {
            query?: {
                /** @description The short form of `queryReservationFilter`, for query parameters: one reservation, or several, each bare or as `ResourceReservation:<id>`. */
                reservationId?: string[];
                /** @description Reservations on a page, where none is named. */
                limit?: number | string;
                /** @description The `next` of an earlier page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReservationFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReservationsFound"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNetworkReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNetworkBody"];
            };
        };
        responses: {
            /** @description Changed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReservationAnswer"] | components["schemas"]["NetworkReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    terminateNetworkReservation: {
        parameters: {
            query?: {
                /** @description The same as `dryRun`. */
                "dry-run"?: boolean | string;
                /** @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent. */
                dryRun?: boolean | string;
            };
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceReservation:<id>`. */
                reservation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Terminated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationTerminated"] | components["schemas"]["TerminationRehearsed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Another reservation protects it (`protected`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmStorageReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description Confirmed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageReservationAnswer"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The reservation waits for capacity: it holds nothing that could be confirmed (`reservation-inactive`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createStorageReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateStorageBody"];
            };
        };
        responses: {
            /** @description Reserved. The status is `initialized`, also where the start is now, or `held`, or `waiting`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageReservationAnswer"] | components["schemas"]["StorageReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryStorageReservations: {
        parameters: {
            query?: {
                /** @description The short form of `queryReservationFilter`, for query parameters: one reservation, or several, each bare or as `ResourceReservation:<id>`. */
                reservationId?: string[];
                /** @description Reservations on a page, where none is named. */
                limit?: number | string;
                /** @description The `next` of an earlier page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReservationFilter"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageReservationsFound"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStorageReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStorageBody"];
            };
        };
        responses: {
            /** @description Changed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageReservationAnswer"] | components["schemas"]["StorageReservationRehearsed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong (`invalid-request`), or a policy forbids it (`policy-violated`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Capacity does not suffice (`capacity-insufficient`), with an offer; on an update also: its instances use more (`in-use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NorthboundProblem"];
                    "application/json": components["schemas"]["NorthboundProblem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    terminateStorageReservation: {
        parameters: {
            query?: {
                /** @description The same as `dryRun`. */
                "dry-run"?: boolean | string;
                /** @description Dry run: the answer shows the result that the request would have. Nothing is stored, and no notification is sent. */
                dryRun?: boolean | string;
            };
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id, bare or as `ResourceReservation:<id>`. */
                reservation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Terminated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationTerminated"] | components["schemas"]["TerminationRehearsed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The reservation is unknown, of another kind, terminated or expired (`unknown-reservation`), or the zone is unknown (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Another reservation protects it (`protected`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    subscribeReservations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all reservations covers those of the tenant. Without authentication the service trusts the header, so a proxy in front of it has to set it. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeReservationBody"];
            };
        };
        responses: {
            /** @description Subscribed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationSubscribed"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A reservation is unknown, terminated or expired (`unknown-reservation`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReservations: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those in force at this time or later. */
                from?: string;
                /** @description Those in force before this time; with `from`, at some instant between the two. */
                to?: string;
                /** @description Those of this zone, which must be known; by default of any. */
                zone?: string;
                /** @description Those of this provider; by default of any. */
                provider?: string;
                /** @description Those for this tenant; by default of any. */
                tenant?: string;
                /** @description Those in this state; by default in any. */
                state?: "initialized" | "active" | "expired" | "terminated" | "held" | "waiting" | "conflict";
                /** @description Those of this kind; by default of any. */
                kind?: "compute" | "containers" | "network" | "storage" | "mixed";
                /** @description Those of exactly this name. */
                name?: string;
                /** @description Those with this label: `key:value`, or `key` for one with whatever text. Repeated: with all of them. */
                label?: string[];
                /** @description The occurrences of this series. */
                series?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservationPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readReservation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id, bare or as `ResourceReservation:<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reservation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reservation"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such reservation (`unknown-reservation`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkFolds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Compared. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfCheck"];
                };
            };
            /** @description There is a body, although none is needed, and it is no JSON object (`body-not-an-object`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those of this zone, which must be known; by default of any. */
                zone?: string;
                /** @description Those for this tenant; by default of any. */
                tenant?: string;
                /** @description Those of this kind; by default of any. */
                kind?: "compute" | "network" | "storage" | "reservation";
                /** @description Those in this state; by default in any. `disabled`: its receiver has answered 410. */
                state?: "active" | "disabled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unsubscribed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSubscriptionBody"];
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description The body is malformed (`malformed-json`, `body-not-an-object`), or a member is missing or wrong (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`), or `inputFilter` names a reservation that is unknown, terminated or expired (`unknown-reservation`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The challenge to a new receiver can not be signed, because the secret or the token can not be read (`secret-unreadable`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveriesOfSubscription: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
                /** @description Those made at this time or later. */
                from?: string;
                /** @description Those made before this time. */
                to?: string;
                /** @description Those in this state; by default in any. */
                state?: "kept" | "waiting" | "delivered" | "superseded" | "dead";
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enabled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverDead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Will be sent. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The subscription is disabled (`subscription-disabled`), or there is no address to send to (`no-callback`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rotated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRotated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Will be sent, or is kept where there is no address. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such subscription (`unknown-subscription`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The subscription is disabled (`subscription-disabled`), or there is no address to send to (`no-callback`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateReservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant for which the `Idempotency-Key` is used. */
                "Headroom-Tenant"?: string;
                /** @description Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReservationBody"];
            };
        };
        responses: {
            /** @description The outcome: `result` is `ok`, `conflict` or `error`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesDone"] | components["schemas"]["ChangeRehearsed"] | components["schemas"]["SeriesRehearsed"] | components["schemas"]["OperationRefused"];
                };
            };
            400: components["responses"]["OperationsBadRequest"];
            401: components["responses"]["OperationsUnauthorized"];
            403: components["responses"]["OperationsForbidden"];
            413: components["responses"]["OperationsPayloadTooLarge"];
            415: components["responses"]["OperationsUnsupportedMediaType"];
            429: components["responses"]["OperationsTooManyRequests"];
            500: components["responses"]["OperationsInternalError"];
            503: components["responses"]["OperationsUnavailable"];
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The principal of the request; `anonymous` while authentication is off. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listZones: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ZonePage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readZone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zone"];
                };
            };
            /** @description A query parameter, or a member of a body, is not known here (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listZoneAddresses: {
        parameters: {
            query?: {
                /** @description Maximum number of items in the answer. */
                limit?: number;
                /** @description The `next` of an earlier page. */
                cursor?: string;
                /** @description `asc`: the oldest first; `desc`: the newest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Its name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. If it has `next`, another page follows, even if this one is short or empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ZoneRangePage"];
                };
            };
            /** @description A query parameter is wrong or not known here, or the cursor is of a list with other filters (`invalid-request`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such zone (`unknown-zone`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tellComputeCapacityChange: {
        parameters: {
            query?: never;
            header: {
                /** @description The id in the body; the same when it is sent again. */
                "webhook-id": string;
                /** @description When it is sent, this time: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret. */
                "webhook-signature"?: string;
                /** @description Counts up within one reservation and, for capacity, within the subscription. */
                "headroom-position": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"];
            };
        };
        responses: {
            /** @description Not wanted any more: the subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. `Retry-After` is heeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not now. `Retry-After` is heeded. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Acknowledged. The rest of the answer is of no interest. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, redirects too: it is sent again later, and at last given up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellNetworkCapacityChange: {
        parameters: {
            query?: never;
            header: {
                /** @description The id in the body; the same when it is sent again. */
                "webhook-id": string;
                /** @description When it is sent, this time: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret. */
                "webhook-signature"?: string;
                /** @description Counts up within one reservation and, for capacity, within the subscription. */
                "headroom-position": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"];
            };
        };
        responses: {
            /** @description Not wanted any more: the subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. `Retry-After` is heeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not now. `Retry-After` is heeded. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Acknowledged. The rest of the answer is of no interest. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, redirects too: it is sent again later, and at last given up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellStorageCapacityChange: {
        parameters: {
            query?: never;
            header: {
                /** @description The id in the body; the same when it is sent again. */
                "webhook-id": string;
                /** @description When it is sent, this time: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret. */
                "webhook-signature"?: string;
                /** @description Counts up within one reservation and, for capacity, within the subscription. */
                "headroom-position": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapacityChange"];
            };
        };
        responses: {
            /** @description Not wanted any more: the subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. `Retry-After` is heeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not now. `Retry-After` is heeded. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Acknowledged. The rest of the answer is of no interest. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, redirects too: it is sent again later, and at last given up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tellReservationChange: {
        parameters: {
            query?: never;
            header: {
                /** @description The id in the body; the same when it is sent again. */
                "webhook-id": string;
                /** @description When it is sent, this time: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the subscription, as `v1,` and base64. While two secrets are live, two of them with a space between. Absent for a subscription that never had a secret. */
                "webhook-signature"?: string;
                /** @description Counts up within one reservation and, for capacity, within the subscription. */
                "headroom-position": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReservationChange"];
            };
        };
        responses: {
            /** @description Not wanted any more: the subscription is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. `Retry-After` is heeded. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not now. `Retry-After` is heeded. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Acknowledged. The rest of the answer is of no interest. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, redirects too: it is sent again later, and at last given up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
